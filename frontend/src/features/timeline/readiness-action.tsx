/** The link or button with which the user resolves the problem of one readiness line. */
import { Link } from '@tanstack/react-router';
import type { Group, ReadinessLine } from '@/api/reservation-types';
import { platformHome } from '@/entities/platform/platforms';
import { Button, buttonClass } from '@/ui/button';
import { useAcceptFee } from '@/entities/request/actions/accept-fee';
import { amountsText, type Amounts } from '@/entities/request/amounts';
import { acceptedBody, ceilingsFor, heldBack } from '@/entities/request/fees';
import { readinessMessages } from './readiness-messages';

type Props = {
  group: Group;
  line: ReadinessLine;
  checking: boolean;
  onCheck: () => void;
};

export function ReadinessAction({ group, line, checking, onCheck }: Props) {
  const { action } = line;
  if (action === null) return null;
  // A table that is held back has its own button for this.
  if (action.kind === 'accept_fee' && heldBack(group) !== null) return null;
  const label = readinessMessages.action[action.kind];
  const look = { className: buttonClass({ size: 'sm' }) };
  switch (action.kind) {
    case 'reconnect':
      return (
        <Link to="/connect-accounts" {...look}>
          {label}
        </Link>
      );
    case 'add_card':
      return (
        <a
          href={platformHome(action.platform ?? group.venues[0]?.reservation_source ?? '')}
          target="_blank"
          rel="noreferrer"
          {...look}
        >
          {label}
        </a>
      );
    case 'change_request':
      return (
        <Link
          to="/reservations/edit-reservation/$id"
          params={{ id: String(group.group_id) }}
          {...look}
        >
          {label}
        </Link>
      );
    case 'open_request':
      return (
        <Link to="/reservations" search={{ open: String(action.group_id) }} {...look}>
          {label}
        </Link>
      );
    case 'notifications':
      return (
        <Link to="/profile" search={{ tab: 'notifications' }} {...look}>
          {label}
        </Link>
      );
    case 'accept_fee':
      return <Accept group={group} asked={{ now: action.cents, cancel: action.cancel_cents }} />;
    case 'check_again':
      return (
        <Button
          size="sm"
          pending={checking}
          pendingLabel={readinessMessages.checking}
          onClick={onCheck}
        >
          {label}
        </Button>
      );
  }
}

/** Accepts these amounts, or one that is not known. */
function Accept({ group, asked }: { group: Group; asked: Amounts }) {
  const { mutate, isPending } = useAcceptFee(group);
  const ceilings = ceilingsFor(asked);
  const text = amountsText(ceilings);
  return (
    <Button
      size="sm"
      pending={isPending}
      pendingLabel={readinessMessages.accepting}
      onClick={() => {
        mutate(acceptedBody(ceilings));
      }}
    >
      {text === '' ? readinessMessages.acceptUnknown : readinessMessages.accept(text)}
    </Button>
  );
}
