import { cn } from '@/lib/cn';
import { isInFlight, type TicketState } from './group-state';
import { STATUS } from './status';

/** The round icon before the status label. It pulses while something is in flight. */
export function StatusIcon({ state }: { state: TicketState }) {
  const Icon = STATUS[state].icon;
  return (
    <span className={cn('flame', isInFlight(state) && 'flame-breathe')}>
      <Icon aria-hidden="true" />
    </span>
  );
}
