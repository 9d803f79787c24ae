/** The programs that the user has allowed: what each may do, since when, its last use, and a button to end its access. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SCOPE_TEXT } from '@/entities/program/scopes';
import { formatAgo, formatLongDay } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadStatus } from '@/ui/load-status';
import { KEYS } from '../keys/messages';
import { type Program, programsQuery, useRevokeProgram } from './calls';
import { PROGRAMS } from './messages';

const RevokeDialog = lazyComponent(
  async () => (await import('../keys/revoke-dialog')).RevokeDialog,
);

const nameOf = ({ name }: Program) => (name === '' ? PROGRAMS.unnamed : name);

export function ConnectedPrograms() {
  const titleId = useId();
  const query = useQuery(programsQuery);
  const programs = query.data;
  const [asking, setAsking] = useState<Program | null>(null);
  return (
    <section className="profile-part" data-shows="programs" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{PROGRAMS.title}</h3>
        <p className="hint">{PROGRAMS.text}</p>
      </div>
      {programs === undefined && (
        <LoadStatus query={query} texts={PROGRAMS} rows={1} className="h-11" />
      )}
      {programs?.length === 0 && <p>{PROGRAMS.none}</p>}
      {programs !== undefined && programs.length > 0 && (
        <ul>
          {programs.map((program) => (
            <Row
              key={program.id}
              program={program}
              onRevoke={() => {
                setAsking(program);
              }}
            />
          ))}
        </ul>
      )}
      {asking !== null && (
        <Question
          program={asking}
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
    </section>
  );
}

type RowProps = { program: Program; onRevoke: () => void };

function Row({ program, onRevoke }: RowProps) {
  const { domain, scopes, created_at, last_used_at } = program;
  const now = useNow();
  return (
    <li className="device">
      <div>
        <b>{nameOf(program)}</b>
        <p className="hint">{PROGRAMS.from(domain, formatLongDay(created_at))}</p>
        <p className="hint">{scopes.map((scope) => SCOPE_TEXT[scope]).join(' ')}</p>
        <p className="hint">
          {last_used_at === null
            ? KEYS.neverUsed
            : KEYS.lastUsed(formatAgo(Date.parse(last_used_at), now))}
        </p>
      </div>
      <Button size="sm" aria-label={KEYS.revokeNamed(nameOf(program))} onClick={onRevoke}>
        {KEYS.revoke}
      </Button>
    </li>
  );
}

function Question({ program, onClose }: { program: Program; onClose: () => void }) {
  return (
    <RevokeDialog
      name={nameOf(program)}
      text={PROGRAMS.revokeText}
      keep={PROGRAMS.keep}
      id={program.id}
      revoke={useRevokeProgram()}
      onClose={onClose}
    />
  );
}
