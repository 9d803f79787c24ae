import { useState } from 'react';
import { Popover } from '@/ui/overlays/popover';
import type { Filters } from './filters';
import { LocationButton } from './location-button';
import { LISTING } from './messages';
import { LocationList } from './location-list';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  featured: boolean;
};

/**
 * The neighborhood filter: a button with the chosen value and a searchable list. Mounted by a click, so it starts
 * open.
 */
export function LocationFilter({ filters, onChange, featured }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={LISTING.location}
      trigger={<LocationButton filters={filters} />}
    >
      <LocationList
        filters={filters}
        featured={featured}
        onChange={onChange}
        onChoose={(exact_location) => {
          setOpen(false);
          onChange({ exact_location, 'location-d': undefined, location: undefined });
        }}
      />
    </Popover>
  );
}
