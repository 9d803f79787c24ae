import { Check, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { cn } from '@/lib/cn';
import { formatMoney } from '@/lib/format';
import { Button } from '@/ui/button';
import type { Card } from './cards';
import { PLAN_HOLDS } from '@/entities/plan/plans';
import { BILLING } from './messages';

type Props = {
  card: Card;
  /** Replaces the button's label. */
  label?: string | undefined;
  isBuying: boolean;
  isManaging: boolean;
  /** An action runs or a payment is being confirmed: nothing else can be bought or changed until then. */
  isHeld: boolean;
  onChoose: () => void;
  onManage: () => void;
  onCancel: () => void;
};

export function PlanCard(props: Props) {
  const { card, isBuying, isManaging, isHeld, onChoose, onManage, onCancel } = props;
  const { offer, isCurrent, lead, line, note, button, canManage, canCancel } = card;
  const { label = button?.label } = props;
  const titleId = useId();
  const isPending = button?.action === 'manage' ? isManaging : isBuying;
  return (
    <article
      className={cn('plan', offer.tier === 'premium' && 'plan-canary')}
      aria-labelledby={titleId}
    >
      <div className="ticket-head">
        <span>{lead}</span>
        {isCurrent && (
          <span className="state" data-tone="confirmed">
            <CircleCheck aria-hidden="true" />
            {BILLING.current}
          </span>
        )}
      </div>
      <h3 id={titleId}>{offer.name}</h3>
      <p className="plan-price">
        {formatMoney(offer.price_cents)}
        <small>{BILLING.month}</small>
      </p>
      <p className="text-ink-soft">
        {line}
        {note !== '' && <span className="block">{note}</span>}
      </p>
      <ul>
        {PLAN_HOLDS[offer.tier].map((held) => (
          <li key={held}>
            <Check aria-hidden="true" />
            {held}
          </li>
        ))}
      </ul>
      <div className="plan-buttons">
        {button !== null && (
          <Button
            variant={button.isPrimary ? 'primary' : 'line'}
            // A disabled button would lose the focus.
            disabled={isHeld && !isPending}
            aria-describedby={titleId}
            pending={isPending}
            pendingLabel={BILLING.opening}
            onClick={onChoose}
          >
            {label}
          </Button>
        )}
        {canManage && (
          <Button
            disabled={isHeld && !isManaging}
            aria-describedby={titleId}
            pending={isManaging}
            pendingLabel={BILLING.opening}
            onClick={onManage}
          >
            {BILLING.manage}
          </Button>
        )}
        {canCancel && (
          <Button variant="quiet" disabled={isHeld} aria-describedby={titleId} onClick={onCancel}>
            {BILLING.cancel}
          </Button>
        )}
      </div>
    </article>
  );
}
