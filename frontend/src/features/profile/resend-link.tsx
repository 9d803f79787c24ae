import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { CONFIRM } from './confirm-messages';
import type { useResendLink } from './confirm-mutations';

type Resend = Pick<ReturnType<typeof useResendLink>, 'data' | 'error' | 'isPending' | 'mutate'>;

/** What came of the last press, in the server's words. */
export function resendOutcome({ data, error }: Resend): string | null {
  if (error != null) return messageOf(error);
  return data?.message ?? null;
}

/** Gone once a link was sent, or when one was within the hour: another press could do nothing. */
export function ResendButton({ resend }: { resend: Resend }) {
  const { data, error, isPending, mutate } = resend;
  if (data !== undefined || (error instanceof ApiError && error.status === 429)) return null;
  return (
    <Button
      size="sm"
      pending={isPending}
      pendingLabel={CONFIRM.resending}
      onClick={() => {
        mutate();
      }}
    >
      {CONFIRM.resend}
    </Button>
  );
}
