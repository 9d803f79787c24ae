/** One of a kind is all that the plan includes: what the last press replaced, and the way to have both. */
import { REQUEST_FORM } from '@/features/request-form/messages';
import { ProTag } from './option';
import './several-line.css';

/** The names of a choice and of the one that it replaced. */
export type Swap = { chosen: string; replaced: string };

type Props = {
  /** Null until a choice has replaced another. */
  swap: Swap | null;
  /** The plan includes several by now. */
  isPro: boolean;
  /** The offer while nothing was replaced. */
  label: string;
  /** The id of the sentence about the swap. */
  statusId?: string;
  onKeep: () => void;
  onUpgrade: () => void;
};

/** Keeps its place while its offer changes, so that nothing below it moves. */
export function SeveralLine({ swap, isPro, label, statusId, onKeep, onUpgrade }: Props) {
  if (isPro && swap === null) return null;
  return (
    <div className="several-line">
      <span id={statusId} role="status">
        {swap !== null && REQUEST_FORM.replaces(swap)}
      </span>
      <button type="button" className="gate-line" onClick={isPro ? onKeep : onUpgrade}>
        {!isPro && <ProTag />}{' '}
        {swap === null ? (
          label
        ) : (
          <span>
            {REQUEST_FORM.keepBoth} <span className="sr-only">{REQUEST_FORM.both(swap)}</span>
          </span>
        )}
      </button>
    </div>
  );
}
