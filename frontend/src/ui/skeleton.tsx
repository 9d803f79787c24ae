import { cn } from '@/lib/cn';

/** A grey placeholder. Layout classes give it the size of the content that it replaces. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('skeleton', className)} />;
}

type RowsProps = { rows: number; className: string; label: string };

/** A list that loads: `rows` placeholders of the final size, and a text for screen readers. */
export function SkeletonRows({ rows, className, label }: RowsProps) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {label}
      </p>
      <div className="grid gap-3" aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} className={className} />
        ))}
      </div>
    </div>
  );
}
