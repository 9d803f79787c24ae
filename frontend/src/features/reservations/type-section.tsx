import { useId } from 'react';
import { messages, SNIPE_TYPE_LABELS } from './messages';
import { ProTag } from './option';
import { WizardSection } from './wizard-section';

/** Cancel or release. Release is not built yet, so it stands disabled with its reason. */
export function TypeSection({ isPro }: { isPro: boolean }) {
  const reasonId = useId();
  return (
    <WizardSection title="Reservation Type">
      <div className="types">
        <button type="button" className="type" aria-pressed="true">
          <i className="radio" />
          <b>{SNIPE_TYPE_LABELS.cancel}</b>
          <span>{messages.cancelHelp}</span>
        </button>
        <button
          type="button"
          className="type type-canary"
          aria-pressed="false"
          aria-describedby={reasonId}
          disabled
        >
          <i className="radio" />
          <b>
            {SNIPE_TYPE_LABELS.release} {!isPro && <ProTag />}
          </b>
          <span>{messages.releaseHelp}</span>
        </button>
      </div>
      <p className="hint type-reason" id={reasonId}>
        {messages.releaseLater}
      </p>
    </WizardSection>
  );
}
