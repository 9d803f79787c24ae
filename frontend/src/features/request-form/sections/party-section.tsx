import { useState } from 'react';
import type { Entitlements } from '@/api/types';
import { LazyPopover } from '@/ui/lazy-popover';
import { LockedOption, Option } from './option';
import { WizardSection } from './wizard-section';

const PRESETS = [2, 4];
const CUSTOM = Array.from({ length: 10 }, (_, index) => index + 1);

type Props = {
  value: number | null;
  entitlements: Entitlements;
  error: string | undefined;
  onChange: (partySize: number) => void;
  onUpgrade: () => void;
};

/** 2, 4, or with Pro any number from 1 to 10; a custom value becomes a button of its own. */
export function PartySection({ value, entitlements, error, onChange, onUpgrade }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const sizes = value === null || PRESETS.includes(value) ? PRESETS : [...PRESETS, value];
  return (
    <WizardSection title="Party size" field="party_size_error" error={error}>
      <div className="options">
        {sizes.map((size) => (
          <Option
            key={size}
            centred
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
            label="Custom party size"
            trigger={<Option centred>Custom</Option>}
          >
            <div className="sizes">
              {CUSTOM.map((size) => (
                <Option
                  key={size}
                  centred
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
          <LockedOption note="1 to 10 guests" onClick={onUpgrade}>
            Custom
          </LockedOption>
        )}
      </div>
    </WizardSection>
  );
}
