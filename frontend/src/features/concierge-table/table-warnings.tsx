import { Link } from '@tanstack/react-router';
import type { ListWarning } from '@/api/reservation-types';
import { TABLE } from './messages';
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
          {TABLE.showAll}
        </Link>
      }
    >
      <b>{TABLE.warnings(warnings.length)}</b> {TABLE.warningsText}
    </Banner>
  );
}
