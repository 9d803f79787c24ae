import { Link } from '@tanstack/react-router';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { WizardSection } from './wizard-section';

/** Shown only without an account to book with. A concierge chooses accounts in the first step. */
export function AccountSection({ error }: { error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <WizardSection title={REQUEST_FORM.account} field="account_error" error={error}>
      <Link to="/connect-accounts" className="link">
        {REQUEST_FORM.connect}
      </Link>
    </WizardSection>
  );
}
