import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/ui/button';
import { PageTitle } from '@/ui/page-title';

export function NotFound() {
  return (
    <main className="page" id="main">
      <PageTitle>There is nothing at this address</PageTitle>
      <div className="blank">
        <p>The page may have moved, or the link was cut short.</p>
        <Link to="/" className={buttonClass()}>
          See all restaurants
        </Link>
      </div>
    </main>
  );
}
