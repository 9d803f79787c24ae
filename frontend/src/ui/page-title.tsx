import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** The page's only h1. It can take focus, so that a screen reader starts here after a navigation. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <h1 tabIndex={-1} className={cn(className)}>
      {children}
    </h1>
  );
}

export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
