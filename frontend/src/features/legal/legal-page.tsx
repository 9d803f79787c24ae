/** The terms or the privacy policy as a page, for everyone, signed in or not. */
import { Link } from '@tanstack/react-router';
import { readTokens } from '@/api/session';
import { formatLongDay } from '@/lib/format';
import { BareHeader } from '@/ui/bare-header';
import { buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { LegalBody } from './legal-body';
import './legal.css';
import type { LegalText } from './legal-text';
import { IN_FORCE, leadOf, LEGAL, LEGAL_PAGE } from './messages';

const PAGES = [
  { text: 'terms', to: '/terms' },
  { text: 'privacy', to: '/privacy' },
] as const satisfies readonly { text: LegalText; to: string }[];

export function LegalPage({ text }: { text: LegalText }) {
  const signedIn = readTokens() !== null;
  return (
    <>
      <BareHeader>
        <Link to={signedIn ? '/' : '/login'} className={buttonClass()}>
          {signedIn ? LEGAL_PAGE.back : LEGAL_PAGE.logIn}
        </Link>
      </BareHeader>
      <main className="page reading legal" id="main">
        <PageTitle>{LEGAL[text].title}</PageTitle>
        <p className="legal-lead">{leadOf(text)}</p>
        <p className="legal-day">{LEGAL_PAGE.inForce(formatLongDay(`${IN_FORCE}T12:00:00`))}</p>
        <LegalBody text={text} level={2} />
        <nav className="legal-nav" aria-label={LEGAL_PAGE.label}>
          {PAGES.filter((page) => page.text !== text).map((page) => (
            <Link key={page.to} to={page.to} className="link">
              {LEGAL[page.text].title}
            </Link>
          ))}
          {/* Served as it is, so no route of the application. */}
          <a href="/developers" className="link">
            {LEGAL_PAGE.developers}
          </a>
        </nav>
      </main>
    </>
  );
}
