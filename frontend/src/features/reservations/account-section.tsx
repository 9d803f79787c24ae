import { Link } from '@tanstack/react-router';
import type { User } from '@/api/types';
import { Field } from '@/ui/field';
import type { Draft } from './draft';
import type { Accounts } from './wizard-schema';
import { WizardSection } from './wizard-section';

type Props = {
  user: User;
  accounts: Accounts;
  error: string | undefined;
  onChange: (change: Partial<Draft>) => void;
};

/** A concierge books with the account they choose; for everyone else it shows only when there is none. */
export function AccountSection({ user, accounts, error, onChange }: Props) {
  const choosable = user.is_concierge && (accounts.resy !== null || accounts.openTable !== null);
  if (!choosable && error === undefined) return null;
  return (
    <WizardSection title="Account" field="account_error" error={error}>
      {choosable ? (
        <div className="two">
          <AccountSelect
            label="Resy account"
            value={accounts.resy}
            options={user.resy_accounts.map(({ id, display_name, resy_username }) => ({
              id,
              name: display_name,
              username: resy_username,
            }))}
            onChange={(resyAccount) => {
              onChange({ resyAccount });
            }}
          />
          <AccountSelect
            label="OpenTable account"
            value={accounts.openTable}
            options={user.ot_accounts.map(({ id, display_name, ot_username }) => ({
              id,
              name: display_name,
              username: ot_username,
            }))}
            onChange={(openTableAccount) => {
              onChange({ openTableAccount });
            }}
          />
        </div>
      ) : (
        <Link to="/connect-accounts" className="link">
          Connect an account
        </Link>
      )}
    </WizardSection>
  );
}

function AccountSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: number | null;
  options: readonly { id: number; name: string; username: string }[];
  onChange: (id: number) => void;
}) {
  if (options.length === 0) return null;
  return (
    <Field label={label}>
      {(control) => (
        <div className="input">
          <select
            {...control}
            value={value ?? ''}
            onChange={(event) => {
              onChange(Number(event.target.value));
            }}
          >
            {options.map(({ id, name, username }) => (
              <option key={id} value={id}>
                {name === username ? name : `${name} (${username})`}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
