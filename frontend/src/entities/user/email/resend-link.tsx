import { ApiError, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { CONFIRM_EMAIL } from './messages';
import type { useResendLink } from './use-resend-link';

type Resend = Pick<ReturnType<typeof useResendLink>, 'data' | 'error' | 'isPending' | 'mutate'>;

/** The result of the last click, in the server's words. */
export function resendOutcome({ data, error }: Resend): string | null {
  if (error != null) return messageOf(error);
  return data?.message ?? null;
}

/** `inline`: inside a sentence. Hidden after a link was sent, or if one was sent within the hour: another click could do nothing. */
export function ResendButton({
  resend,
  inline = false,
  className,
}: {
  resend: Resend;
  inline?: boolean;
  className?: string;
}) {
  const { data, error, isPending, mutate } = resend;
  if (data !== undefined || (error instanceof ApiError && error.status === 429)) return null;
  if (inline) {
    return (
      <button
        type="button"
        className="link link-inline"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {isPending ? CONFIRM_EMAIL.resending : CONFIRM_EMAIL.resend}
      </button>
    );
  }
  return (
    <Button
      size="sm"
      className={className}
      pending={isPending}
      pendingLabel={CONFIRM_EMAIL.resending}
      onClick={() => {
        mutate();
      }}
    >
      {CONFIRM_EMAIL.resend}
    </Button>
  );
}
