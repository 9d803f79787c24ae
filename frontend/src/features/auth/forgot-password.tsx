import { useState, type SubmitEvent } from 'react';
import { messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/field';
import { toast } from '@/ui/toast';
import { AUTH } from './messages';
import { useRequestReset } from './mutations';
import { looksLikeEmail } from './schema';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What stands in the login form already: nobody types it twice. */
  typedEmail: string;
};

export function ForgotPassword({ open, onOpenChange, typedEmail }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Forgot password"
      description="We send a link to choose a new one, if the address is known to us."
    >
      <ResetForm
        typedEmail={typedEmail}
        onDone={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

/** Its own component, so that each opening starts from the email as it is typed now. */
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
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        error={request.isError ? messageOf(request.error) : undefined}
        onChange={(event) => {
          setEmail(event.target.value);
        }}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="ink"
          disabled={!looksLikeEmail(email)}
          pending={request.isPending}
          pendingLabel="Sending…"
        >
          Reset Password
        </Button>
      </div>
    </form>
  );
}
