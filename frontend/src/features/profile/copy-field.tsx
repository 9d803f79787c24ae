import { useRef, useState } from 'react';
import { Field } from '@/ui/field';
import { PROFILE } from './messages';

type Props = { label: string; value: string };

/** A text to take along: one press copies it. */
export function CopyField({ label, value }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');

  async function copy() {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setSaid(PROFILE.copied);
    } catch {
      // No clipboard without a secure connection or the user's leave: what is selected can be copied by hand.
      setSaid(PROFILE.copyByHand);
    }
  }

  return (
    <Field
      label={label}
      hint={
        <span role="status" className="copy-said">
          {said}
        </span>
      }
    >
      {(control) => (
        <div className="input">
          <input {...control} ref={input} readOnly value={value} className="mono" />
          <button
            type="button"
            className="link reveal"
            aria-label={`${PROFILE.copy} ${label.toLowerCase()}`}
            onClick={() => void copy()}
          >
            {PROFILE.copy}
          </button>
        </div>
      )}
    </Field>
  );
}
