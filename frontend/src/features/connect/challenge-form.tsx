import { useEffect, useRef, useState } from 'react';
import { platformName } from '@/entities/platform/platforms';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { ACCOUNTS } from './messages';
import type { Challenge } from './saved-code-request';
import { answerOf } from './schema';

type Props = {
  challenge: Challenge;
  /** Why the last answers were refused, by field. */
  errors: Record<string, string>;
  /** Why they were refused, if it is about no field. */
  refusal: string | undefined;
  isPending: boolean;
  onAnswers: (answers: Record<string, string>) => void;
};

const KINDS: Record<string, { type: string; label: string }> = {
  em_address: { type: 'email', label: ACCOUNTS.resyEmail },
  mobile_number: { type: 'tel', label: ACCOUNTS.resyPhone },
};

/** What Resy asks for after the code, mostly the account's email address. */
export function ChallengeForm({ challenge, errors, refusal, isPending, onAnswers }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  // The code that reads phones loads when it is needed.
  const [isReading, setIsReading] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const { properties } = challenge;

  async function submit() {
    setIsReading(true);
    const found = await Promise.all(
      properties.map(async ({ name }) => [name, await answerOf(name, typed[name] ?? '')] as const),
    );
    setIsReading(false);
    const answers = Object.fromEntries(found);
    const empty = properties.map(({ name }) => name).filter((name) => answers[name] === '');
    setMissing(empty);
    if (empty.length === 0) onAnswers(answers);
  }

  return (
    <form
      ref={form}
      className="grid gap-5"
      noValidate
      aria-label={ACCOUNTS.form(platformName('resy'))}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReading && !isPending) void submit();
      }}
    >
      <p className="text-ink-soft">{ACCOUNTS.challengePrompt}</p>
      <div aria-live="polite" className="grid gap-5">
        {properties.map(({ name, label }, index) => (
          <TextField
            key={name}
            label={KINDS[name]?.label ?? (label === '' ? name : label)}
            type={KINDS[name]?.type ?? 'text'}
            autoComplete="off"
            value={typed[name] ?? ''}
            error={
              missing.includes(name)
                ? ACCOUNTS.answerRequired
                : (errors[name] ?? (index === 0 ? refusal : undefined))
            }
            onChange={({ target }) => {
              setTyped({ ...typed, [name]: target.value });
            }}
          />
        ))}
      </div>
      <Button
        type="submit"
        variant="ink"
        block
        pending={isPending || isReading}
        pendingLabel={ACCOUNTS.connecting}
      >
        {ACCOUNTS.connect}
      </Button>
    </form>
  );
}
