import { useState } from 'react';
import type { Entitlements } from '@/api/types';
import { ChoiceGroup } from '@/ui/choice-group';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { LockedOption, Option } from './option';

const PRESETS = [2, 4];
const CUSTOM = Array.from({ length: 10 }, (_, index) => index + 1);

type Props = {
  value: number | null;
  entitlements: Entitlements;
  onChange: (partySize: number) => void;
  /** Null leaves out what the plan does not include. */
  onUpgrade: (() => void) | null;
};

/** 2, 4, or with Pro any number from 1 to 10; a custom value becomes a button of its own. */
export function PartyChoice({ value, entitlements, onChange, onUpgrade }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const sizes = value === null || PRESETS.includes(value) ? PRESETS : [...PRESETS, value];
  return (
    <ChoiceGroup className="options">
      {sizes.map((size) => (
        <Option
          key={size}
          centered
          chosen={size === value}
          onClick={() => {
            onChange(size);
          }}
        >
          {size}
        </Option>
      ))}
      {entitlements.custom_party_size ? (
        <LazyPopover
          open={isOpen}
          onOpenChange={setIsOpen}
          label={REQUEST_FORM.customParty}
          trigger={<Option centered>{REQUEST_FORM.custom}</Option>}
        >
          <div className="sizes">
            {CUSTOM.map((size) => (
              <Option
                key={size}
                centered
                chosen={size === value}
                onClick={() => {
                  onChange(size);
                  setIsOpen(false);
                }}
              >
                {size}
              </Option>
            ))}
          </div>
        </LazyPopover>
      ) : (
        onUpgrade !== null && (
          <LockedOption note={REQUEST_FORM.customPartyNote} onClick={onUpgrade}>
            {REQUEST_FORM.custom}
          </LockedOption>
        )
      )}
    </ChoiceGroup>
  );
}
