import { useId } from 'react';
import { Switch } from '@/ui/switch';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from './option';

type Props = {
  value: boolean;
  isPro: boolean;
  onChange: (override: boolean) => void;
  onUpgrade: () => void;
};

/** Whether a better table may replace a booked one. Without Pro, a click explains that Pro is needed. */
export function OverrideSection({ value, isPro, onChange, onUpgrade }: Props) {
  const titleId = useId();
  const helpId = useId();
  return (
    <section className="form-section">
      <div className="switch-line">
        <div>
          <h2 id={titleId}>
            {REQUEST_FORM.override} {!isPro && <ProTag />}
          </h2>
          <p className="hint" id={helpId}>
            {messages.overrideHelp}
          </p>
        </div>
        <Switch
          checked={value}
          aria-labelledby={titleId}
          aria-describedby={helpId}
          onCheckedChange={(checked) => {
            if (isPro) onChange(checked);
            else onUpgrade();
          }}
        />
      </div>
    </section>
  );
}
