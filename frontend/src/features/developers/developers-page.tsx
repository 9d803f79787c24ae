/**
 * The frame of the reference for programmers at /developers. The build renders it to HTML, and the server fills in the
 * reference (platform/config/reference.py). It has no state and no handlers, so it works without scripts.
 */
import { Logo } from '@/ui/logo';
import { DEVELOPERS } from './messages';

export function DevelopersPage() {
  return (
    <>
      <a href="#main" className="skip btn">
        {DEVELOPERS.skip}
      </a>
      <header className="header">
        <div className="header-inner">
          <a href="/" className="logo">
            <Logo />
          </a>
          <div className="header-end">
            <a href="/login" className="btn">
              {DEVELOPERS.logIn}
            </a>
          </div>
        </div>
      </header>
      <main id="main" className="developers" tabIndex={-1}>
        {'{reference}'}
      </main>
      <footer className="page-foot">
        <nav aria-label={DEVELOPERS.legal}>
          <a href="/terms" className="link">
            {DEVELOPERS.terms}
          </a>
          <a href="/privacy" className="link">
            {DEVELOPERS.privacy}
          </a>
        </nav>
      </footer>
    </>
  );
}
