import { Link } from '@tanstack/react-router';
import { WizardSection } from './wizard-section';

/** Shown only without an account to book with. A concierge chooses accounts in the first step. */
export function AccountSection({ error }: { error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <WizardSection title="Account" field="account_error" error={error}>
      <Link to="/connect-accounts" className="link">
        Connect an account
      </Link>
    </WizardSection>
  );
}
