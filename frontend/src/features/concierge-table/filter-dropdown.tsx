/** A filter button with a list of values. The list is a chunk of its own, because the first rows do not need it. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { lazyPopover } from '@/ui/overlays/lazy-popover';
import type { Choice } from './filter';

type Props = {
  /** The name of the filter, shown on the button while nothing is chosen. */
  label: string;
  all: string;
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
  /** Called when the list opens. */
  choices: () => Choice[];
  /** Formats a value; by default the value itself. */
  nameOf?: (value: string) => string;
};

const FilterList = lazyPopover(async () => (await import('./filter-list')).FilterList);

export function FilterDropdown({
  label,
  all,
  chosen,
  onChoose,
  choices,
  nameOf = (value) => value,
}: Props) {
  const [open, setOpen] = useState(false);
  const choose = (value: string | undefined) => {
    setOpen(false);
    onChoose(value);
  };
  return (
    <FilterList
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="dropdown"
          aria-label={chosen === undefined ? undefined : `${label}: ${nameOf(chosen)}`}
        >
          <span>{chosen === undefined ? label : nameOf(chosen)}</span>
          <ChevronDown aria-hidden="true" />
        </button>
      }
      {...{ label, all, chosen, choices, nameOf }}
      onChoose={choose}
    />
  );
}
