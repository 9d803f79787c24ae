import { CENTS } from '@/entities/request/fees';
import { useState } from 'react';
import { TextField } from '@/ui/field';
import { MAX_FEE_CENTS } from '@/features/request-form/draft/fields';
import { messages } from '@/entities/request/messages';

const MOST_DOLLARS = MAX_FEE_CENTS / CENTS;

type Props = {
  now: number;
  cancel: number;
  onNow: (cents: number) => void;
  onCancel: (cents: number) => void;
};

export function FeeSection({ now, cancel, onNow, onCancel }: Props) {
  return (
    <section className="form-section columns-2">
      <Limit label={messages.feeLabel} hint={messages.feeHelp} cents={now} onChange={onNow} />
      <Limit
        label={messages.cancelFeeLabel}
        hint={messages.cancelFeeHelp}
        cents={cancel}
        onChange={onCancel}
      />
    </section>
  );
}

type LimitProps = { label: string; hint: string; cents: number; onChange: (cents: number) => void };

/** Whole dollars. An empty field means 0 and shows it after the focus has left. */
function Limit({ label, hint, cents, onChange }: LimitProps) {
  const [isEmpty, setIsEmpty] = useState(false);
  return (
    <TextField
      label={label}
      hint={hint}
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
  );
}
