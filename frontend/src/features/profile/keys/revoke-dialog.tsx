import type { UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '@/api/errors';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '@/ui/overlays/dialog';
import { KEYS } from './messages';

type Props = {
  /** The name of what is revoked, and the two sentences about it. */
  name: string;
  text: string;
  keep: string;
  id: number;
  revoke: Pick<
    UseMutationResult<unknown, Error, number>,
    'mutate' | 'isPending' | 'isError' | 'error'
  >;
  onClose: () => void;
};

/** Asks for confirmation before access is revoked. */
export function RevokeDialog({ name, text, keep, id, revoke, onClose }: Props) {
  return (
    <ConfirmDialog
      title={KEYS.revokeTitle(name)}
      description={text}
      keep={keep}
      confirm={KEYS.revoke}
      pending={revoke.isPending}
      pendingLabel={KEYS.revoking}
      onClose={onClose}
      onConfirm={() => {
        revoke.mutate(id, { onSuccess: onClose });
      }}
    >
      {revoke.isError && <Notice tone="unsuccessful" title={messageOf(revoke.error)} />}
    </ConfirmDialog>
  );
}
