import { cn } from '@/lib/cn';
import { isInFlight, type TicketState } from './group-state';
import { STATUS } from './status';

/** The round mark before the status words. It breathes while something is in flight, and while watching. */
export function StatusMark({ state }: { state: TicketState }) {
  const Icon = STATUS[state].icon;
  return (
    <span className={cn('flame', isInFlight(state) && 'flame-breathe')}>
      <Icon aria-hidden="true" />
    </span>
  );
}
