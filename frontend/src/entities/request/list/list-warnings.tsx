/** The warnings about possible bans (specification §2), each with a link to its requests. */
import { Link } from '@tanstack/react-router';
import type { ListWarning } from '@/api/reservation-types';
import { Banner } from '@/ui/banner';
import { buttonClass } from '@/ui/button';
import { splitLead } from './warnings';
import { listMessages } from '../messages';

export function ListWarnings({
  warnings,
  only,
}: {
  warnings: readonly ListWarning[];
  only?: string | undefined;
}) {
  if (only !== undefined) {
    return (
      <p className="only-note">
        {listMessages.onlyConflicts}{' '}
        <Link
          to="/reservations"
          search={({ view }) => ({ view })}
          className="link link-inline"
          resetScroll={false}
        >
          {listMessages.showAll}
        </Link>
      </p>
    );
  }
  return warnings.map((warning) => {
    const { lead, rest } = splitLead(warning.message);
    const only = warning.group_ids.join(',');
    return (
      <Banner
        key={`${warning.code} ${only}`}
        action={
          warning.group_ids.length > 1 && (
            <Link
              to="/reservations"
              search={({ view }) => ({ view, only })}
              resetScroll={false}
              className={buttonClass({ size: 'sm' })}
            >
              {listMessages.showSome(warning.group_ids.length)}
            </Link>
          )
        }
      >
        <b>{lead}</b> {rest}
      </Banner>
    );
  });
}
