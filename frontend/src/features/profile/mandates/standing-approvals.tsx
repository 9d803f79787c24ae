/** The standing approvals that are valid or wait for an answer: whose they are, what is left, and a button to end each. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { MANDATE } from '@/entities/program/mandate-messages';
import { mandatesQuery, programOf, type Mandate } from '@/entities/program/mandates';
import { formatLongDay } from '@/lib/format';
import { Button, buttonClass } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadStatus } from '@/ui/load-status';
import { KEYS } from '../keys/messages';
import { useRevokeMandate } from './calls';

const RevokeDialog = lazyComponent(
  async () => (await import('../keys/revoke-dialog')).RevokeDialog,
);

export function StandingApprovals() {
  const titleId = useId();
  const query = useQuery(mandatesQuery);
  const mandates = query.data;
  const [asking, setAsking] = useState<Mandate | null>(null);
  return (
    <section className="profile-part" data-shows="mandates" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{MANDATE.listTitle}</h3>
        <p className="hint">{MANDATE.listText}</p>
      </div>
      {mandates === undefined && (
        <LoadStatus
          query={query}
          texts={{ failed: MANDATE.listFailed, loading: MANDATE.listLoading }}
          rows={1}
          className="h-11"
        />
      )}
      {mandates?.length === 0 && <p>{MANDATE.none}</p>}
      {mandates !== undefined && mandates.length > 0 && (
        <ul>
          {mandates.map((mandate) => (
            <Row
              key={mandate.id}
              mandate={mandate}
              onRevoke={() => {
                setAsking(mandate);
              }}
            />
          ))}
        </ul>
      )}
      {asking !== null && (
        <Question
          mandate={asking}
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
    </section>
  );
}

type RowProps = { mandate: Mandate; onRevoke: () => void };

function Row({ mandate, onRevoke }: RowProps) {
  const { ends_at, id, restaurant_names, state, tables_left, terms } = mandate;
  const program = programOf(mandate);
  const params = { mandateId: String(id) };
  return (
    <li className="device">
      <div>
        <Link to="/mandates/$mandateId" params={params} className="link">
          <b>{program}</b>
        </Link>
        <p className="hint">{restaurant_names.join(' · ')}</p>
        <p className="hint">
          {state === 'draft' ? MANDATE.waits : MANDATE.left(tables_left, terms.tables)}
          {' · '}
          {MANDATE.until(formatLongDay(ends_at))}
        </p>
      </div>
      {state === 'draft' ? (
        <Link
          to="/mandates/$mandateId"
          params={params}
          className={buttonClass({ size: 'sm' })}
          aria-label={MANDATE.reviewNamed(program)}
        >
          {MANDATE.review}
        </Link>
      ) : (
        <Button size="sm" aria-label={KEYS.revokeNamed(program)} onClick={onRevoke}>
          {KEYS.revoke}
        </Button>
      )}
    </li>
  );
}

function Question({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) {
  return (
    <RevokeDialog
      name={programOf(mandate)}
      text={MANDATE.revokeText(mandate.open_requests)}
      keep={MANDATE.keep}
      id={mandate.id}
      revoke={useRevokeMandate()}
      onClose={onClose}
    />
  );
}
