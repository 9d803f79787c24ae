/** The foot of a ticket: its actions and the link to its timeline. */
import { Link } from '@tanstack/react-router';
import { Pause, Pencil, Play, Plug, Trash2 } from 'lucide-react';
import type { Group } from '@/api/reservation-types';
import { ResendButton, resendOutcome } from '@/entities/user/email/resend-link';
import { useResendLink } from '@/entities/user/email/use-resend-link';
import { cn } from '@/lib/cn';
import { Button, buttonClass } from '@/ui/button';
import { AcceptFee } from './accept-fee';
import { BookedTableActions } from './booked-table-actions';
import { isOpen as isOpenStatus, pausedPart, type TicketState } from '../group-state';
import { groupTitle } from '../group-title';
import { messages } from '../messages';
import type { BookedTable } from '../tables/booked-tables';
import { LookAgain } from './look-again';
import { OpenTableLinks } from './open-table-links';
import { SameAgain } from './same-again';
import { TryAgain } from './try-again';
import type { GroupAction } from '../cache/group-changes';

export type TicketAction = GroupAction | 'timeline';

type Props = {
  group: Group;
  state: TicketState;
  /** The group's only table, whose actions stand with the others. */
  table: BookedTable | null;
  isOpen: boolean;
  onAction: (action: TicketAction, group: Group) => void;
};

export function TicketActions({ group, state, table, isOpen, onAction }: Props) {
  return (
    <footer className="ticket-foot">
      <NextStep group={group} state={state} />
      <TryAgain group={group} />
      {state === 'held_back' && <AcceptFee group={group} size="sm" />}
      <GroupActions group={group} state={state} onAction={onAction} quiet />
      <SameAgain group={group} quiet />
      {table !== null && <BookedTableActions groupId={group.group_id} table={table} />}
      <span className="spacer" />
      <Button
        variant="quiet"
        size="sm"
        id={`timeline-of-${group.group_id}`}
        aria-expanded={isOpen}
        onClick={() => {
          onAction('timeline', group);
        }}
      >
        {messages.timeline} <span className="sr-only">{messages.ofRequest(groupTitle(group))}</span>
      </Button>
    </footer>
  );
}

/** What the state asks the user to do at once. Row and ticket have it, the timeline has the rest. */
export function NextStep({ group, state }: { group: Group; state: TicketState }) {
  return (
    <>
      {state === 'needs_reconnect' && (
        <Link to="/connect-accounts" className={cn(buttonClass({ size: 'sm' }), 'ticket-next')}>
          <Plug aria-hidden="true" />
          {messages.reconnect}
        </Link>
      )}
      {state === 'unconfirmed' && <ResendLink />}
      <LookAgain group={group} />
      <OpenTableLinks group={group} size="sm" />
    </>
  );
}

/** For a request that waits until the email address is confirmed. */
function ResendLink() {
  const resend = useResendLink();
  const outcome = resendOutcome(resend);
  return (
    <>
      <ResendButton resend={resend} className="ticket-next" />
      <p role="status" className={outcome === null ? 'sr-only' : 'hint ticket-next'}>
        {outcome}
      </p>
    </>
  );
}

const ICONS = { unpause: Play, pause: Pause, delete: Trash2 } as const;

/**
 * Edit, Unpause, Pause and Delete: only for active and paused groups, and not while one is stopping. A search for a
 * better table and a swap cannot be edited.
 */
export function GroupActions({
  group,
  state,
  onAction,
  quiet = false,
}: {
  group: Group;
  state: TicketState;
  onAction: (action: GroupAction, group: Group) => void;
  quiet?: boolean;
}) {
  if (!isOpenStatus(group.status) || state === 'stopping') return null;
  const look = quiet ? ({ variant: 'quiet', size: 'sm' } as const) : {};
  const name = <span className="sr-only">{groupTitle(group)}</span>;
  const isPaused = group.status === 'paused' || pausedPart(group).length > 0;
  const actions: GroupAction[] = [
    ...(isPaused ? (['unpause'] as const) : []),
    ...(group.status === 'active' ? (['pause'] as const) : []),
    'delete',
  ];
  // Icons only where the buttons have borders.
  const sign = (Icon: typeof Pause) => !quiet && <Icon aria-hidden="true" />;
  return (
    <>
      {group.swap === null && (
        <Link
          to="/reservations/edit-reservation/$id"
          params={{ id: String(group.group_id) }}
          className={buttonClass(look)}
        >
          {sign(Pencil)}
          {messages.edit} {name}
        </Link>
      )}
      {actions.map((action, index) => (
        <Button
          // Pausing replaces a button by the other one: as one element, the first keeps the focus.
          key={index === 0 ? 'first' : action}
          {...look}
          onClick={({ currentTarget }) => {
            // Of two buttons, Pause goes and Unpause stays.
            const other = currentTarget.previousElementSibling;
            if (action === 'pause' && index > 0 && other instanceof HTMLElement) other.focus();
            onAction(action, group);
          }}
        >
          {sign(ICONS[action])}
          {messages[action]} {name}
        </Button>
      ))}
    </>
  );
}
