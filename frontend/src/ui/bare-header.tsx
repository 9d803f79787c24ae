import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from './logo';

/** The header outside the shell: the link home and at most one more element. */
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
