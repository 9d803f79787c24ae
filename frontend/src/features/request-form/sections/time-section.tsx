import type { Entitlements } from '@/api/types';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { TimeChoice } from './time-choice';
import type { TimeWindow } from './time-presets';
import { WizardSection } from './wizard-section';

type Props = {
  value: TimeWindow | null;
  entitlements: Entitlements;
  error: string | undefined;
  onChange: (time: TimeWindow) => void;
  onUpgrade: () => void;
};

export function TimeSection({ error, ...choice }: Props) {
  return (
    <WizardSection title={REQUEST_FORM.reservationTime} field="times_error" error={error}>
      <TimeChoice {...choice} />
    </WizardSection>
  );
}
