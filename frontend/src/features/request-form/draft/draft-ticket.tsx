/** The draft: its odds, the counter, and Reserve. A ticket beside the form, a bar below it on small screens. */
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import type { SelectedVenue } from '@/entities/venue/selection';
import { measureBottomBar } from '@/ui/bottom-bar';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { notifies, type Draft } from './draft';
import { draftSummary } from './draft-summary';
import { REQUEST_FORM } from '../messages';
import {
  counterText,
  draftMissing,
  draftSum,
  isOverLimit,
  meterCells,
  usedWithDraft,
} from '@/entities/request/limits';
import { messages, SNIPE_TYPE_LABELS } from '@/entities/request/messages';

type Props = {
  draft: Draft;
  venues: readonly SelectedVenue[];
  /** Undefined until the count has loaded. */
  counts: { active_reservations: number; limit: number | null } | undefined;
  /** Opens the plans for a user without one, who cannot file a request. */
  planStart: { label: string; onClick: () => void } | null;
  refusal: string | null;
  isPending: boolean;
  isEditing: boolean;
  /** The client's name, when a concierge books. */
  clientName: string | null;
  /** Null without a previous step. */
  onBack: (() => void) | null;
  /** The odds of the draft, on top. */
  chance: ReactNode;
  /** What would raise them, below the button. */
  changes: ReactNode;
  /** The sentence may be off the screen. */
  showsSummary: boolean;
  /** That no message would reach the user, below the button. */
  reach: ReactNode;
};

export function DraftTicket(props: Props) {
  const { draft, refusal, clientName, chance, changes, reach } = props;
  return (
    <aside className="draft" aria-label={REQUEST_FORM.ticket}>
      <div className="rail-item rail-item-solo">
        <div className={cn('ticket', draft.snipeType === 'release' && 'ticket-canary')}>
          <header className="ticket-head">
            <span>
              {notifies(draft) ? messages.notifyOnly : SNIPE_TYPE_LABELS[draft.snipeType]}
            </span>
            <span>{REQUEST_FORM.draft}</span>
          </header>
          <div className="draft-chance">{chance}</div>
          {clientName !== null && <p className="draft-for">{REQUEST_FORM.behalf(clientName)}</p>}
          <Meter {...props} />
          {refusal !== null && <FieldError>{refusal}</FieldError>}
          <ReserveButton {...props} block />
          <BackButton {...props} block />
          {reach}
          {changes}
        </div>
      </div>
    </aside>
  );
}

export function DraftBar(props: Props) {
  return (
    <div ref={measureBottomBar} className="draft-bar" data-bottom-bar="">
      {props.showsSummary && <p>{draftSummary(props.draft, props.venues)}</p>}
      {props.refusal !== null && <FieldError>{props.refusal}</FieldError>}
      <div>
        <Used {...props}>{(text) => <span className="hint">{text}</span>}</Used>
        <BackButton {...props} />
        <ReserveButton {...props} />
      </div>
    </div>
  );
}

/** A new request is added to the count; an edited one is already in it (specification §9). */
function usage({
  draft,
  venues,
  counts,
  isEditing,
}: Pick<Props, 'draft' | 'venues' | 'counts' | 'isEditing'>) {
  if (counts === undefined) return null;
  const size = isEditing
    ? { dates: 0, venues: 0 }
    : { dates: draft.dates.length, venues: venues.length };
  const used = usedWithDraft(counts.active_reservations, size);
  return { used, limit: counts.limit, size, active: counts.active_reservations };
}

function Meter(props: Props) {
  if (props.planStart !== null) {
    return (
      <div className="meter">
        <p>{planSentence(props)}</p>
        <p className="hint">{REQUEST_FORM.planPrices()}</p>
        {!props.isEditing && <p className="hint">{messages.planKeepsDraft}</p>}
      </div>
    );
  }
  const now = usage(props);
  // An empty meter of the same size while the count loads.
  if (now === null) return <div className="meter" aria-busy="true" />;
  const isOver = isOverLimit(now);
  const counted = props.isEditing
    ? messages.editCounted
    : (draftSum(now.size) ?? draftMissing(now.size));
  const cells = meterCells(now.active, now.size.dates * now.size.venues, now.limit);
  return (
    <div className="meter" data-over={isOver || undefined}>
      <p>{counterText(now)}</p>
      <p className="hint">{isOver ? messages.overLimit : counted}</p>
      <div className="meter-bar" aria-hidden="true">
        {cells.map((cell, index) => (
          <i key={index} data-cell={cell} />
        ))}
      </div>
    </div>
  );
}

function planSentence({ isEditing }: Props): string {
  return isEditing ? messages.planNeededToEdit : messages.planNeeded;
}

function Used({ children, ...props }: Props & { children: (text: string) => ReactNode }) {
  if (props.planStart !== null) return children(planSentence(props));
  const now = usage(props);
  return <>{now !== null && children(isOverLimit(now) ? messages.overLimit : counterText(now))}</>;
}

/** Enabled even if fields are missing: a click shows which. Only the plan's limit disables it (specification §9). */
function ReserveButton({ block = false, ...props }: Props & { block?: boolean }) {
  if (props.planStart !== null) {
    const { label, onClick } = props.planStart;
    return (
      <Button
        variant="primary"
        block={block}
        data-files=""
        aria-haspopup="dialog"
        onClick={onClick}
      >
        {label}
      </Button>
    );
  }
  const now = usage(props);
  return (
    <Button
      type="submit"
      data-files=""
      variant="primary"
      block={block}
      disabled={now !== null && isOverLimit(now)}
      pending={props.isPending}
      pendingLabel={props.isEditing ? REQUEST_FORM.updating : REQUEST_FORM.reserving}
    >
      {props.isEditing
        ? REQUEST_FORM.update
        : notifies(props.draft)
          ? messages.notifyMe
          : REQUEST_FORM.reserve}
    </Button>
  );
}

function BackButton({ onBack, isPending, block = false }: Props & { block?: boolean }) {
  if (onBack === null) return null;
  return (
    <Button block={block} className="draft-back" disabled={isPending} onClick={onBack}>
      {REQUEST_FORM.back}
    </Button>
  );
}
