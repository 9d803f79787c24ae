/** Asks which columns of the file have the fields for which no heading is known. */
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { COLUMNS, IMPORT } from './import-messages';
import { FIELD_LABELS } from './messages';
import type { Headings, ImportReport } from './use-import';

type Props = {
  report: ImportReport;
  /** Answers that were given before. */
  headings: Headings;
  pending: boolean;
  onHeadings: (headings: Headings) => void;
};

export function ImportColumns({ report, headings, pending, onHeadings }: Props) {
  const [chosen, setChosen] = useState(headings);
  const asked = COLUMNS.filter(
    (field) => report.missing_columns.includes(field) || headings[field] !== undefined,
  );
  const known = [...new Set([...Object.values(headings), ...report.ignored_columns])];
  const isComplete = asked.every((field) => chosen[field] !== undefined);
  return (
    <form
      className="import-columns"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !pending) onHeadings(chosen);
      }}
    >
      <p>{IMPORT.which}</p>
      {asked.map((field, index) => (
        <Field key={field} label={FIELD_LABELS[field]}>
          {(control) => (
            <div className="input">
              <select
                {...control}
                // eslint-disable-next-line jsx-a11y/no-autofocus -- The file's field is gone.
                autoFocus={index === 0}
                value={chosen[field] ?? ''}
                onChange={({ target }) => {
                  setChosen((known) => ({
                    ...Object.fromEntries(Object.entries(known).filter(([name]) => name !== field)),
                    ...(target.value === '' ? {} : { [field]: target.value }),
                  }));
                }}
              >
                <option value="">{IMPORT.chooseColumn}</option>
                {known
                  .filter(
                    (heading) =>
                      chosen[field] === heading || !Object.values(chosen).includes(heading),
                  )
                  .map((heading) => (
                    <option key={heading} value={heading}>
                      {heading}
                    </option>
                  ))}
              </select>
            </div>
          )}
        </Field>
      ))}
      <Button
        type="submit"
        variant="ink"
        disabled={!isComplete}
        pending={pending}
        pendingLabel={IMPORT.checking}
      >
        {IMPORT.useColumns}
      </Button>
    </form>
  );
}
