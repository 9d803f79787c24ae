import { ChevronDown, MapPin } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Filters } from './filters';
import { LISTING } from './messages';

/** The button of the location filter, shown alone while the list loads. */
export function LocationButton({
  filters,
  ...rest
}: { filters: Filters } & ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className="dropdown">
      <MapPin aria-hidden="true" />
      <span>{filters.exact_location ?? LISTING.allLocations}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  );
}
