import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; count?: number }[];
  children: ReactNode;
};

/** Tabs with counts over one panel; the caller renders the panel of the current value. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  children,
}: Props<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => {
        onChange(next as Value);
      }}
    >
      <RadixTabs.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value}>
            {tab.label} {tab.count !== undefined && <span>{tab.count}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value={value}>{children}</RadixTabs.Content>
    </RadixTabs.Root>
  );
}
