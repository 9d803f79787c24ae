/** The list of values of a filter, as a popover; a long list can be searched. */
import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Popover } from '@/ui/overlays/popover';
import type { Choice } from './filter';
import { TABLE } from './messages';

/** Further values are found by typing. */
const MOST_SHOWN = 60;
const SHORT = 8;

type ListProps = {
  label: string;
  /** The first value, which chooses nothing. */
  all: string;
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
  choices: Choice[];
  nameOf: (value: string) => string;
};

type Props = Omit<ListProps, 'choices'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
  /** Called when the list opens. */
  choices: () => Choice[];
};

export function FilterList({ open, onOpenChange, trigger, choices, ...list }: Props) {
  return (
    <Popover open={open} onOpenChange={onOpenChange} label={list.label} trigger={trigger}>
      {open && <FilterOptions {...list} choices={choices()} />}
    </Popover>
  );
}

function FilterOptions({ label, all, chosen, onChoose, choices, nameOf }: ListProps) {
  const [text, setText] = useState('');
  const typed = text.trim().toLowerCase();
  const matching = choices.filter(({ value }) => nameOf(value).toLowerCase().includes(typed));
  return (
    <Command
      shouldFilter={false}
      label={label}
      className="request-table-choices"
      defaultValue={chosen ?? ' '}
    >
      {choices.length > SHORT && (
        <div className="input input-dense">
          <Search aria-hidden="true" />
          <Command.Input
            placeholder={TABLE.searchIn(choices.length)}
            value={text}
            onValueChange={setText}
          />
        </div>
      )}
      <Command.List>
        {typed === '' && (
          <FilterOption
            value=" "
            name={all}
            isChosen={chosen === undefined}
            onSelect={() => {
              onChoose(undefined);
            }}
          />
        )}
        {matching.slice(0, MOST_SHOWN).map(({ value, count }) => (
          <FilterOption
            key={value}
            value={value}
            name={nameOf(value)}
            count={count}
            isChosen={chosen === value}
            onSelect={() => {
              onChoose(value);
            }}
          />
        ))}
        {matching.length > MOST_SHOWN && (
          <p className="hint p-3">{TABLE.moreChoices(matching.length - MOST_SHOWN)}</p>
        )}
        {matching.length === 0 && (
          <p className="hint p-3" role="status">
            {TABLE.noChoice(text.trim())}
          </p>
        )}
      </Command.List>
    </Command>
  );
}

function FilterOption({
  value,
  name,
  count,
  isChosen,
  onSelect,
}: {
  value: string;
  name: string;
  count?: number | undefined;
  isChosen: boolean;
  onSelect: () => void;
}) {
  return (
    <Command.Item value={value} className="menu-item" onSelect={onSelect}>
      {name}
      {isChosen && <span className="sr-only">{TABLE.chosen}</span>}
      <span className="end flex items-center gap-2">
        {count !== undefined && <span className="mono">{count}</span>}
        {isChosen && <Check aria-hidden="true" />}
      </span>
    </Command.Item>
  );
}
