import { Skeleton } from '@/ui/skeleton';
import './billing.css';

/** Two placeholder cards of the final size. */
export function PlansPending() {
  return (
    <div className="plans" aria-busy="true">
      <Skeleton className="h-125 rounded-paper" />
      <Skeleton className="h-125 rounded-paper" />
    </div>
  );
}
