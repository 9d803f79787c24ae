import { CENTS } from '@/entities/request/fees';
import { useState } from 'react';
import { TextField } from '@/ui/field';
import { MAX_FEE_CENTS } from '@/features/request-form/draft/fields';
import { messages } from '@/entities/request/messages';

const MOST_DOLLARS = MAX_FEE_CENTS / CENTS;

type Props = { cents: number; onChange: (cents: number) => void };

/** Whole dollars. An empty field means 0 and shows it after the focus has left. */
export function FeeSection({ cents, onChange }: Props) {
  const [isEmpty, setIsEmpty] = useState(false);
  return (
    <section className="form-section">
      <TextField
        label={messages.feeLabel}
        hint={messages.feeHelp}
        className="fee"
        inputMode="numeric"
        autoComplete="off"
        value={isEmpty ? '' : String(cents / CENTS)}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, '');
          setIsEmpty(digits === '');
          onChange(Math.min(Number(digits), MOST_DOLLARS) * CENTS);
        }}
        onBlur={() => {
          setIsEmpty(false);
        }}
      />
    </section>
  );
}
