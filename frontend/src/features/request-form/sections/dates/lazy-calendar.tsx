import type { ComponentProps } from 'react';
import { weeksOfMonth } from '@/lib/dates';
import { firstWeekday } from '@/lib/format';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import type { Calendar } from './calendar';
import './lazy-calendar.css';

/** The calendar, whose code (a sixth of the form's) loads separately. Until then, an empty area of the same size. */
export const LazyCalendar = lazyPanel<ComponentProps<typeof Calendar>>(
  async () => (await import('./calendar')).Calendar,
  ({ chosen, today }) => (
    <Skeleton
      className={`calendar-waiting calendar-waiting-${weeksOfMonth(chosen[0] ?? today, firstWeekday())}`}
    />
  ),
);
