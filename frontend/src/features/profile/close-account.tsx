import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type SubmitEvent } from 'react';
import { messageOf } from '@/api/errors';
import { clearTokens } from '@/api/session';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { PasswordField } from '@/ui/field';
import { toast } from '@/ui/toast';
import { PROFILE } from './messages';
import { useCloseAccount } from './mutations';

/** The last thing on the page: what closing ends and what it leaves, then the password. */
export function CloseAccount() {
  const titleId = useId();
  const [asked, setAsked] = useState(false);
  const stay = () => {
    setAsked(false);
  };
  return (
    <section className="prof-close" aria-labelledby={titleId}>
      <h2 id={titleId}>{PROFILE.close}</h2>
      <p className="text-ink-soft">{PROFILE.closeText}</p>
      <Button
        className="justify-self-start"
        onClick={() => {
          setAsked(true);
        }}
      >
        {PROFILE.closeButton}
      </Button>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={PROFILE.closeTitle}
        description={PROFILE.closeAsk}
      >
        <CloseForm onStay={stay} />
      </Dialog>
    </section>
  );
}

function CloseForm({ onStay }: { onStay: () => void }) {
  const navigate = useNavigate();
  const close = useCloseAccount();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '') return;
    close.mutate(
      { password },
      {
        onSuccess: ({ message }) => {
          toast({ title: message, tone: 'confirmed' });
          clearTokens();
          void navigate({ to: '/login', replace: true });
        },
      },
    );
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        error={
          isMissing ? PROFILE.passwordRequired : close.isError ? messageOf(close.error) : undefined
        }
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onStay}>{PROFILE.stay}</Button>
        <Button
          type="submit"
          variant="ink"
          pending={close.isPending}
          pendingLabel={PROFILE.closing}
        >
          {PROFILE.closeButton}
        </Button>
      </div>
    </form>
  );
}
