/** The two halves of login and sign-up: the form, and a picture with a booked ticket. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '@/ui/logo';
import { PageTitle } from '@/ui/page-title';
import './auth.css';

type Props = {
  title: string;
  lead: string;
  scene: 'evening' | 'afternoon';
  children: ReactNode;
};

const LINES = [
  ['15:20:02', 'request filed'],
  ['15:20:04', 'watching · Resy'],
  ['19:31:47', 'table seen · 20:00 for 2'],
  ['19:31:48', 'booked'],
] as const;

export function AuthLayout({ title, lead, scene, children }: Props) {
  return (
    <div className="auth">
      <main className="auth-form" id="main">
        <Link to="/" reloadDocument className="logo self-start">
          <Logo />
        </Link>
        <div>
          <PageTitle>{title}</PageTitle>
          <p className="text-ink-soft">{lead}</p>
          {children}
        </div>
        <nav className="auth-legal" aria-label="Legal">
          <Link to="/terms" className="link">
            Terms
          </Link>
          <Link to="/privacy" className="link">
            Privacy
          </Link>
        </nav>
      </main>
      <div className="auth-art" aria-hidden="true">
        <span className={`auth-scene auth-scene-${scene}`} />
        <div className="rail-item">
          <div className="ticket" data-tone="confirmed">
            <div className="ticket-head">
              <span>Canceled Reservation</span>
              <span className="ticket-number">No. 00482</span>
            </div>
            <p className="auth-venue">Petit Quai</p>
            <div className="stamp">
              Booked<small>19:31:48</small>
            </div>
            <ol className="entries">
              {LINES.map(([time, text], index) => (
                <li
                  key={time}
                  className={index === LINES.length - 1 ? 'entry-highlighted' : undefined}
                >
                  <time>{time}</time>
                  <i />
                  <span>{text}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </div>
  );
}
