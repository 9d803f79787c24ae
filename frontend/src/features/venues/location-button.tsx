import { ChevronDown, MapPin } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Filters } from './filters';

/** The location filter's button. Alone it stands in while the list behind it is loading. */
export function LocationButton({
  filters,
  ...rest
}: { filters: Filters } & ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" className="drop">
      <MapPin aria-hidden="true" />
      <span>{filters.exact_location ?? 'All locations'}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  );
}
