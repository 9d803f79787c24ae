import { type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning across the page with at most one action. Saffron: tomato marks actions, not failures. */
type Props = { children: ReactNode; action?: ReactNode; icon?: LucideIcon };

export function Banner({ children, action, icon: Icon = TriangleAlert }: Props) {
  return (
    <div className="banner" role="status">
      <Icon aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  );
}
