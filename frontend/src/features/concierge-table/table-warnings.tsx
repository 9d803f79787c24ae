import { Link } from '@tanstack/react-router';
import type { ListWarning } from '@/api/reservation-types';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';
import { ListWarnings } from '@/entities/request/list/list-warnings';

type Props = { warnings: readonly ListWarning[]; only: string | undefined };

/** A single warning in the server's words; several as a number, with a link to all their requests. */
export function TableWarnings({ warnings, only }: Props) {
  if (only !== undefined || warnings.length < 2) {
    return <ListWarnings warnings={warnings} only={only} />;
  }
  return (
    <Banner
      action={
        <Link
          to="/reservations"
          search={{ only: 'conflicts' }}
          resetScroll={false}
          className={buttonClass({ size: 'sm' })}
        >
          Show all
        </Link>
      }
    >
      <b>{warnings.length} restaurants have several of your requests, or a table of yours.</b> Resy
      may ban accounts for that.
    </Banner>
  );
}
