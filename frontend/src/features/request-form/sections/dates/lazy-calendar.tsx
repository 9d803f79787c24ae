import type { ComponentProps } from 'react';
import { weeksOfMonth } from '@/lib/dates';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import type { Calendar } from './calendar';
import './lazy-calendar.css';

/** The calendar is a sixth of the form's code, so it loads beside the form and until then leaves its exact place. */
export const LazyCalendar = lazyPanel<ComponentProps<typeof Calendar>>(
  async () => (await import('./calendar')).Calendar,
  ({ chosen, today }) => (
    <Skeleton className={`calendar-waiting calendar-waiting-${weeksOfMonth(chosen[0] ?? today)}`} />
  ),
);
