import type { Entitlements } from '@/api/types';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { PartyChoice } from './party-choice';
import { WizardSection } from './wizard-section';

type Props = {
  value: number | null;
  entitlements: Entitlements;
  error: string | undefined;
  onChange: (partySize: number) => void;
  onUpgrade: () => void;
};

export function PartySection({ error, ...choice }: Props) {
  return (
    <WizardSection title={REQUEST_FORM.party} field="party_size_error" error={error}>
      <PartyChoice {...choice} />
    </WizardSection>
  );
}
