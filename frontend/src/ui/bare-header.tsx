import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from './logo';

/** The header outside the shell: the link home and at most one more element. */
export function BareHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="header">
      <div className="header-inner">
        <Link to="/" reloadDocument className="logo">
          <Logo />
        </Link>
        {children !== undefined && <div className="header-end">{children}</div>}
      </div>
    </header>
  );
}
