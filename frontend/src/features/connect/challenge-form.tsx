import { useEffect, useRef, useState } from 'react';
import type { Platform } from '@/api/types';
import type { Challenge } from '@/entities/platform/wire-calls';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { ACCOUNTS } from './messages';
import { answerOf } from './schema';

type Props = {
  platform: Platform;
  challenge: Challenge;
  /** Why the last answers were refused, by field. */
  errors: Record<string, string>;
  /** Why they were refused, if it is about no field. */
  refusal: string | undefined;
  isPending: boolean;
  onAnswers: (answers: Record<string, string>) => void;
};

const KINDS: Record<string, { type: string; label: (platform: string) => string }> = {
  em_address: { type: 'email', label: ACCOUNTS.email },
  mobile_number: { type: 'tel', label: ACCOUNTS.phoneAt },
};

/** What the platform asks for after the code, mostly the account's email address. */
export function ChallengeForm(props: Props) {
  const { platform, challenge, errors, refusal, isPending, onAnswers } = props;
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
      aria-label={ACCOUNTS.form(platform.name)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReading && !isPending) void submit();
      }}
    >
      <p className="text-ink-soft">{ACCOUNTS.challengePrompt(platform.name)}</p>
      <div aria-live="polite" className="grid gap-5">
        {properties.map(({ name, label }, index) => (
          <TextField
            key={name}
            label={KINDS[name]?.label(platform.name) ?? (label === '' ? name : label)}
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
