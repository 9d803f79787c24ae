import { cn } from '@/lib/cn';
import { isInFlight, type TicketState } from './group-state';
import { STATUS } from './status';

/** The round icon before the status label. It pulses while something is in flight. */
export function StatusIcon({ state }: { state: TicketState }) {
  const Icon = STATUS[state].icon;
  return (
    <span className={cn('status-icon', isInFlight(state) && 'status-icon-pulse')}>
      <Icon aria-hidden="true" />
    </span>
  );
}
