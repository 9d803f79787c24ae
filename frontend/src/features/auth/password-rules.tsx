import { Check, Circle } from 'lucide-react';
import { PASSWORD_RULES } from './schema';

/** The five rules, ticked while the password is typed. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="rules">
      {PASSWORD_RULES.map(({ text, passes }) => {
        const ok = passes(password);
        return (
          <li key={text} data-ok={ok}>
            {ok ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
            {text} {ok && <span className="sr-only">(done)</span>}
          </li>
        );
      })}
    </ul>
  );
}
