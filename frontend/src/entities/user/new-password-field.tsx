import { Check, Circle, CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { PasswordField } from '@/ui/field';
import { PASSWORD_RULES } from './fields';

type Props = Omit<ComponentProps<typeof PasswordField>, 'hint' | 'errorInHint' | 'autoComplete'> & {
  /** The password as typed. */
  password: string;
};

/**
 * A new password above its rules. An error that is one of the rules is shown by the list, any other on its own line.
 */
export function NewPasswordField({ password, error, ...field }: Props) {
  return (
    <PasswordField
      autoComplete="new-password"
      error={error}
      errorInHint={PASSWORD_RULES.some(({ text }) => text === error)}
      hint={<PasswordRules password={password} isRefused={error !== undefined} />}
      {...field}
    />
  );
}

const ICONS = { met: Check, open: Circle, missing: CircleAlert };
const SAID = { met: '(done)', open: '', missing: '(missing)' };

/** The five rules, ticked while the user types; after a refusal the rules that are not met say so. */
function PasswordRules({ password, isRefused }: { password: string; isRefused: boolean }) {
  return (
    <ul className="rules">
      {PASSWORD_RULES.map(({ text, passes }) => {
        const state = passes(password) ? 'met' : isRefused ? 'missing' : 'open';
        const Icon = ICONS[state];
        return (
          <li key={text} data-state={state}>
            <Icon aria-hidden="true" />
            {text} {SAID[state] !== '' && <span className="sr-only">{SAID[state]}</span>}
          </li>
        );
      })}
    </ul>
  );
}
