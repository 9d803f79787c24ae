import { useState } from 'react';
import { Popover } from '@/ui/popover';
import type { Filters } from './filters';
import { LocationButton } from './location-button';
import { LocationList } from './location-list';

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  featured: boolean;
  /** The button was pressed before this was there. */
  openAtOnce: boolean;
};

/** The neighbourhood filter: a button that says what is chosen, over a list that can be searched. */
export function LocationFilter({ filters, onChange, featured, openAtOnce }: Props) {
  const [open, setOpen] = useState(openAtOnce);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Location"
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
