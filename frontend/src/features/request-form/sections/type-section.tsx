import type { SnipeType } from '@/features/request-form/draft/draft';
import { messages, SNIPE_TYPE_LABELS } from '@/entities/request/messages';
import { ChoiceGroup } from '@/ui/choice-group';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from './option';
import { WizardSection } from './wizard-section';

type Props = {
  value: SnipeType;
  isPro: boolean;
  error: string | undefined;
  onChange: (type: SnipeType) => void;
  onUpgrade: () => void;
};

/** Cancel or release. Without Pro, a click on release explains that Pro is needed. */
export function TypeSection({ value, isPro, error, onChange, onUpgrade }: Props) {
  return (
    <WizardSection title={REQUEST_FORM.type} field="snipe_type_error" error={error}>
      <ChoiceGroup className="type-options">
        <button
          type="button"
          className="type-option"
          aria-pressed={value === 'cancel'}
          onClick={() => {
            onChange('cancel');
          }}
        >
          <i className="radio" />
          <b>{SNIPE_TYPE_LABELS.cancel}</b>
          <span>{messages.cancelHelp}</span>
        </button>
        <button
          type="button"
          className="type-option type-option-canary"
          aria-pressed={value === 'release'}
          onClick={() => {
            if (isPro) onChange('release');
            else onUpgrade();
          }}
        >
          <i className="radio" />
          <b>
            {SNIPE_TYPE_LABELS.release} {!isPro && <ProTag />}
          </b>
          <span>{messages.releaseHelp}</span>
        </button>
      </ChoiceGroup>
    </WizardSection>
  );
}
