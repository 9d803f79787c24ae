import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { Button } from '@/ui/button';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { WizardSection } from './wizard-section';

/** Shown only without an account to book with. A concierge chooses accounts in the first step. */
type Props = { error: string | undefined; onNotify: (() => void) | null };

export function AccountSection({ error, onNotify }: Props) {
  if (error === undefined) return null;
  return (
    <WizardSection title={REQUEST_FORM.account} field="account_error" error={error}>
      <Link to="/connect-accounts" className="link">
        {REQUEST_FORM.connect}
      </Link>
      {onNotify !== null && (
        <div className="obstacle-ways">
          <Button size="sm" onClick={onNotify}>
            <Bell aria-hidden="true" /> {REQUEST_FORM.notifyInstead}
          </Button>
        </div>
      )}
    </WizardSection>
  );
}
