import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from './option';
import { SwitchSection } from './switch-section';

type Props = {
  value: boolean;
  isPro: boolean;
  onChange: (override: boolean) => void;
  onUpgrade: () => void;
};

/** Whether a better table may replace a booked one. Without Pro, a click explains that Pro is needed. */
export function OverrideSection({ value, isPro, onChange, onUpgrade }: Props) {
  return (
    <SwitchSection
      title={
        <>
          {REQUEST_FORM.override} {!isPro && <ProTag />}
        </>
      }
      help={messages.overrideHelp}
      value={value}
      onChange={isPro ? onChange : onUpgrade}
    />
  );
}
