import type { Ref } from 'react';
import { formatCount } from '@/lib/format';
import { FactList } from '@/ui/fact-list';
import { IMPORT, problemOf } from './import-messages';
import type { ImportReport } from './use-import';

/** More lines are counted only: a file has up to 10,000. */
const SHOWN = 100;

type Props = { ref: Ref<HTMLDivElement>; name: string; report: ImportReport };

/** What an import of the file would do. */
export function ImportPreview({ ref, name, report }: Props) {
  const { message, created, updated, unchanged, ignored_columns, lines } = report;
  const facts = [
    ...(unchanged > 0 && created + updated > 0
      ? [{ term: IMPORT.unchanged, text: IMPORT.clients(unchanged) }]
      : []),
    ...(ignored_columns.length > 0
      ? [{ term: IMPORT.ignored, text: ignored_columns.join(', ') }]
      : []),
  ];
  return (
    <>
      <div ref={ref} tabIndex={-1} className="import-summary">
        <p className="hint">{name}</p>
        <p>
          <b>{message}</b> {created + updated > 0 && IMPORT.nothingStored}
        </p>
      </div>
      {facts.length > 0 && <FactList facts={facts} />}
      <ImportLines title={IMPORT.leaveOut} lines={lines} />
    </>
  );
}

/** The lines that are not imported, with a sentence for each field. */
export function ImportLines({ title, lines }: { title: string; lines: ImportReport['lines'] }) {
  const wrong = lines.filter(({ errors }) => Object.keys(errors).length > 0);
  if (wrong.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <table className="import-lines">
        <thead>
          <tr>
            <th scope="col">{IMPORT.line}</th>
            <th scope="col">{IMPORT.client}</th>
            <th scope="col">{IMPORT.problem}</th>
          </tr>
        </thead>
        <tbody>
          {wrong.slice(0, SHOWN).map(({ line, name, errors }) => (
            <tr key={line}>
              <td className="mono">{formatCount(line)}</td>
              <td>{name}</td>
              <td>
                {Object.entries(errors).map(([field, sentence]) => (
                  <p key={field}>{problemOf(field, sentence)}</p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {wrong.length > SHOWN && <p className="hint">{IMPORT.more(wrong.length - SHOWN)}</p>}
    </section>
  );
}
