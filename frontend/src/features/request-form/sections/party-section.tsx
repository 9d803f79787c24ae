import type { ReactNode } from 'react';
import type { Entitlements } from '@/api/types';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { PartyChoice } from './party-choice';
import { WizardSection } from './wizard-section';

type Props = {
  value: number | null;
  entitlements: Entitlements;
  error: string | undefined;
  instead: ReactNode;
  onChange: (partySize: number) => void;
  onUpgrade: () => void;
};

export function PartySection({ error, instead, ...choice }: Props) {
  return (
    <WizardSection
      title={REQUEST_FORM.party}
      field="party_size_error"
      error={error}
      instead={instead}
    >
      <PartyChoice {...choice} />
    </WizardSection>
  );
}
