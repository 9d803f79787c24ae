/** The terms or the privacy policy as a page, for everyone, signed in or not. */
import { Link } from '@tanstack/react-router';
import { readTokens } from '@/api/session';
import { formatLongDay } from '@/lib/format';
import { BareHeader } from '@/ui/bare-header';
import { buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';
import { LegalBody } from './legal-body';
import './legal.css';
import { IN_FORCE, LEGAL, type LegalText } from './texts';

const PAGES = [
  { text: 'terms', to: '/terms' },
  { text: 'privacy', to: '/privacy' },
] as const satisfies readonly { text: LegalText; to: string }[];

export function LegalPage({ text }: { text: LegalText }) {
  const { title, lead } = LEGAL[text];
  const signedIn = readTokens() !== null;
  return (
    <>
      <BareHeader>
        <Link to={signedIn ? '/' : '/login'} className={buttonClass()}>
          {signedIn ? 'Back to Tablehawk' : 'Log in'}
        </Link>
      </BareHeader>
      <main className="page reading legal" id="main">
        <PageTitle>{title}</PageTitle>
        <p className="legal-lead">{lead}</p>
        <p className="legal-day">In force since {formatLongDay(`${IN_FORCE}T12:00:00`)}</p>
        <LegalBody text={text} level={2} />
        <nav className="legal-nav" aria-label="Legal">
          {PAGES.filter((page) => page.text !== text).map((page) => (
            <Link key={page.to} to={page.to} className="link">
              {LEGAL[page.text].title}
            </Link>
          ))}
        </nav>
      </main>
    </>
  );
}
