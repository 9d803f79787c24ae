import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { clearTokens } from '@/api/session';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { PasswordField } from '@/ui/field';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { KeptTables } from './kept-tables';
import { PROFILE } from './messages';
import { useCloseAccount } from './mutations';

/** Asks for the password: closing cannot be undone. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={PROFILE.closeTitle} description={PROFILE.closeQuestion}>
      <div className="grid gap-5">
        <KeptTables />
        <CloseForm onClose={onClose} />
      </div>
    </Dialog>
  );
}

function CloseForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const close = useCloseAccount();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const isWrong = close.error instanceof ApiError && 'password' in close.error.errors;

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
        label={PROFILE.yourPassword}
        autoComplete="current-password"
        value={password}
        error={isMissing ? PROFILE.passwordRequired : isWrong ? messageOf(close.error) : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      {close.isError && !isWrong && <Notice tone="unsuccessful" title={messageOf(close.error)} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{PROFILE.stay}</Button>
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
