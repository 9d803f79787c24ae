import { useRef, useState } from 'react';
import { Field } from '@/ui/field';
import { PROFILE } from './messages';

type Props = { label: string; value: string };

/** A text with a button that copies it. */
export function CopyField({ label, value }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null);

  async function copy() {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // Without a secure connection or permission there is no clipboard. The text is selected, so the user can copy it.
      setOutcome('selected');
    }
  }

  return (
    <Field label={label} hint={outcome === 'selected' ? PROFILE.copyByHand : undefined}>
      {(control) => (
        <div className="input">
          <input {...control} ref={input} readOnly value={value} className="mono" />
          <button
            type="button"
            className="link reveal copy"
            aria-label={`${PROFILE.copy} ${label.toLowerCase()}`}
            onClick={() => void copy()}
          >
            {outcome === 'copied' ? PROFILE.copied : PROFILE.copy}
          </button>
          <span role="status" className="sr-only">
            {outcome === 'copied' && PROFILE.copied}
            {outcome === 'selected' && PROFILE.copyByHand}
          </span>
        </div>
      )}
    </Field>
  );
}
