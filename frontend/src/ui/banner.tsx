import { type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning across the page with at most one action. Its color is saffron, because tomato is the color of actions. */
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
