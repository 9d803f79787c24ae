import type { Entitlements } from '@/api/types';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { FurtherTimes } from './further-times';
import { TimeChoice } from './time-choice';
import type { TimeWindow } from './time-presets';
import { WizardSection } from '../wizard-section';

type Props = {
  value: TimeWindow | null;
  /** The zone of the times, if it is not the reader's. */
  zone: string | null;
  entitlements: Entitlements;
  error: string | undefined;
  /** Further times, which the user prefers less. */
  more: readonly TimeWindow[];
  onChange: (time: TimeWindow) => void;
  onMore: (times: TimeWindow[]) => void;
  onUpgrade: () => void;
};

export function TimeSection({ zone, error, more, onMore, ...choice }: Props) {
  return (
    <WizardSection
      title={REQUEST_FORM.reservationTime}
      note={zone}
      field="times_error"
      error={error}
    >
      <TimeChoice {...choice} />
      {choice.value !== null && (
        <FurtherTimes
          value={more}
          onChange={onMore}
          onUpgrade={choice.entitlements.custom_time ? null : choice.onUpgrade}
        />
      )}
    </WizardSection>
  );
}
