import { Link } from '@tanstack/react-router';
import { WizardSection } from './wizard-section';

/** Shows only when there is no account to book with. A concierge chooses theirs in the step before. */
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
