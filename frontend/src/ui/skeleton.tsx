import { cn } from '@/lib/cn';

/** One grey block in the place and size of what will come. Size it with layout classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('skeleton', className)} />;
}
