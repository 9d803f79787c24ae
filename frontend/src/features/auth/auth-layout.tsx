/** The two halves of login and sign-up: the form, and a picture with a booked ticket. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '@/ui/logo';
import { formatTimeWithSeconds } from '@/lib/format';
import { PageTitle } from '@/ui/page-title';
import { AUTH, AUTH_STORY } from './messages';
import './auth.css';

type Props = {
  title: string;
  /** Undefined when there is nothing left to do on the page. */
  lead: string | undefined;
  scene: 'evening' | 'afternoon';
  children: ReactNode;
};

export function AuthLayout({ title, lead, scene, children }: Props) {
  return (
    <div className="auth">
      <main className="auth-form" id="main">
        <Link to="/" reloadDocument className="logo self-start">
          <Logo />
        </Link>
        <div>
          <PageTitle>{title}</PageTitle>
          {lead !== undefined && <p className="text-ink-soft">{lead}</p>}
          {children}
        </div>
        <nav className="auth-legal" aria-label={AUTH.legal}>
          <Link to="/terms" className="link">
            {AUTH.termsPage}
          </Link>
          <Link to="/privacy" className="link">
            {AUTH.privacyPage}
          </Link>
          {/* Served as it is, so no route of the application. */}
          <a href="/developers" className="link">
            {AUTH.developers}
          </a>
        </nav>
      </main>
      <div className="auth-art" aria-hidden="true">
        <span className={`auth-scene auth-scene-${scene}`} />
        <div className="rail-item">
          <div className="ticket" data-tone="confirmed">
            <div className="ticket-head">{AUTH_STORY.head}</div>
            <p className="auth-venue">{AUTH_STORY.venue}</p>
            <div className="stamp">
              {AUTH_STORY.stamp}
              <small>{formatTimeWithSeconds(AUTH_STORY.stampTime)}</small>
            </div>
            <ol className="entries">
              {AUTH_STORY.lines.map(([time, text], index) => (
                <li
                  key={time}
                  className={
                    index === AUTH_STORY.lines.length - 1 ? 'entry-highlighted' : undefined
                  }
                >
                  <time>{formatTimeWithSeconds(time)}</time>
                  <i />
                  <span>{text()}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </div>
  );
}
