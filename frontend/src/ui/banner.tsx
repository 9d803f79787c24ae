import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning across the page with at most one action. Saffron: tomato is for action, never for failure. */
export function Banner({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="banner" role="status">
      <TriangleAlert aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  );
}
