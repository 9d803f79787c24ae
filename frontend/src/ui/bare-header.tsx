import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from './logo';

/** The header where there is no shell: the way home, and at most one more thing. */
export function BareHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="top">
      <div className="top-in">
        <Link to="/" className="logo">
          <Logo />
        </Link>
        {children !== undefined && <div className="top-end">{children}</div>}
      </div>
    </header>
  );
}
