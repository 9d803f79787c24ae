import { FileUp } from 'lucide-react';
import { type Ref, useState } from 'react';
import { COLUMNS, IMPORT, SAMPLE_URL } from './import-messages';
import { FIELD_LABELS } from './messages';

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

type Props = {
  ref: Ref<HTMLInputElement>;
  /** The name of the file that is being read, otherwise null. */
  reading: string | null;
  onFile: (file: File) => void;
};

/** The field for the file, and what the file must have. The field covers its frame, so that files can be dropped on it. */
export function ImportDrop({ ref, reading, onFile }: Props) {
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && reading === null) onFile(file);
  };
  return (
    <>
      <label className="import-drop" data-over={isOver ? '' : undefined}>
        <FileUp aria-hidden="true" />
        <input
          ref={ref}
          type="file"
          accept={ACCEPTED}
          aria-label={IMPORT.choose}
          aria-describedby="import-limits"
          aria-disabled={reading === null ? undefined : true}
          onClick={(event) => {
            if (reading !== null) event.preventDefault();
          }}
          onDragEnter={() => {
            setIsOver(true);
          }}
          onDragLeave={() => {
            setIsOver(false);
          }}
          onDrop={() => {
            setIsOver(false);
          }}
          onChange={({ target }) => {
            take(target.files);
            // The same file may be chosen again after it was corrected.
            target.value = '';
          }}
        />
        <span role="status">{reading === null ? '' : <b>{IMPORT.reading(reading)}</b>}</span>
        {reading === null && (
          <span>
            <b>{IMPORT.choose}</b> {IMPORT.drop}
          </span>
        )}
        <span className="hint" id="import-limits">
          {IMPORT.limits}
        </span>
      </label>
      <section>
        <h3>{IMPORT.columns}</h3>
        <p>{COLUMNS.map((name) => FIELD_LABELS[name]).join(', ')}</p>
        <p className="hint">{IMPORT.columnsHelp}</p>
        <a className="link" href={SAMPLE_URL} download="sample-clients.csv">
          {IMPORT.sample}
        </a>
      </section>
    </>
  );
}
