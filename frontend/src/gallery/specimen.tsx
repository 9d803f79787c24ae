import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** One part under the name of its variant and state. */
export function Specimen({
  name,
  children,
  className,
}: {
  name: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('grid min-w-0 content-start gap-2', className)}>
      <p className="mono text-xs text-ink-soft">{name}</p>
      {children}
    </div>
  );
}

/** Specimens side by side as far as they fit. */
export function Shelf({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div
      className={cn(
        'grid grid-cols-1 items-start gap-6',
        wide ? 'grid-cols-2-wide' : 'grid-cols-2-medium grid-cols-4-wide',
      )}
    >
      {children}
    </div>
  );
}
