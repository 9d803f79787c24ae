import { useState, type SubmitEvent } from 'react';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { TextField } from '@/ui/field';
import { toast } from '@/ui/toast';
import { AUTH } from './messages';
import { useRequestReset } from './mutations';
import { looksLikeEmail } from './schema';

type Props = {
  onClose: () => void;
  /** The email typed in the login form. */
  typedEmail: string;
};

/** Visible while mounted. Loads on demand: the dialog's code is a tenth of the login page's. */
export function ForgotPassword({ onClose, typedEmail }: Props) {
  return (
    <Dialog onClose={onClose} title={AUTH.forgot} description={AUTH.forgotText}>
      <ResetForm typedEmail={typedEmail} onDone={onClose} />
    </Dialog>
  );
}

function ResetForm({ typedEmail, onDone }: { typedEmail: string; onDone: () => void }) {
  const [email, setEmail] = useState(typedEmail);
  const request = useRequestReset();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    request.mutate(
      { email },
      {
        onSuccess: () => {
          toast({ title: AUTH.resetSent, tone: 'confirmed' });
          onDone();
        },
      },
    );
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <TextField
        label={AUTH.email}
        type="email"
        autoComplete="username"
        value={email}
        error={request.isError ? messageOf(request.error) : undefined}
        onChange={(event) => {
          setEmail(event.target.value);
        }}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={onDone}>{AUTH.cancel}</Button>
        <Button
          type="submit"
          variant="ink"
          disabled={!looksLikeEmail(email)}
          pending={request.isPending}
          pendingLabel={AUTH.sending}
        >
          {AUTH.resetPassword}
        </Button>
      </div>
    </form>
  );
}
