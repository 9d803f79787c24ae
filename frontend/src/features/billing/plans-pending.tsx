import { Skeleton } from '@/ui/skeleton';
import './billing.css';

/** Two cards in their final size. */
export function PlansPending() {
  return (
    <div className="plans" aria-busy="true">
      <Skeleton className="h-125 rounded-paper" />
      <Skeleton className="h-125 rounded-paper" />
    </div>
  );
}
