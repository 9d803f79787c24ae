/** Imports clients from a CSV file: choose, check what would change, import. */
import { useEffect, useRef, useState } from 'react';
import { isTransient, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { ImportColumns } from './import-columns';
import { ImportDrop } from './import-drop';
import { IMPORT } from './import-messages';
import { ImportLines, ImportPreview } from './import-report';
import { useImport, usePreview, type Headings, type ImportReport } from './use-import';
import './import.css';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const preview = usePreview();
  const run = useImport();
  const [isAgain, setIsAgain] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<{ file: File; headings: Headings; report: ImportReport }>();
  const report = run.data ?? preview.data?.report;
  const changes = report === undefined ? 0 : report.created + report.updated;

  // The control that had the focus is gone when a report appears, and when the user goes back to the file.
  useEffect(() => {
    if (report !== undefined) result.current?.focus();
    else if (isAgain) input.current?.focus();
  }, [report, isAgain]);

  const look = (chosen: { file: File; headings: Headings }) => {
    preview.mutate(chosen, {
      onSuccess: ({ report }) => {
        setAsking(report.missing_columns.length > 0 ? { ...chosen, report } : undefined);
      },
    });
  };
  const restart = () => {
    setIsAgain(true);
    setAsking(undefined);
    preview.reset();
    run.reset();
  };
  const error = preview.error ?? run.error;
  const again = (
    <Button
      onClick={() => {
        if (!run.isPending) restart();
      }}
    >
      {IMPORT.another}
    </Button>
  );
  return (
    <Dialog
      wide
      onClose={onClose}
      title={IMPORT.title}
      {...(report === undefined && asking === undefined ? { description: IMPORT.intro } : {})}
      footer={
        asking !== undefined ? (
          <>
            {again}
            <Button onClick={onClose}>{IMPORT.cancel}</Button>
          </>
        ) : run.data !== undefined || (report !== undefined && changes === 0) ? (
          <>
            {again}
            <Button variant="ink" onClick={onClose}>
              {run.data === undefined ? IMPORT.close : IMPORT.done}
            </Button>
          </>
        ) : preview.data !== undefined ? (
          <>
            {again}
            <Button
              variant="ink"
              pending={run.isPending}
              pendingLabel={IMPORT.importing}
              onClick={() => {
                run.mutate(preview.data);
              }}
            >
              {IMPORT.importButton(changes)}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{IMPORT.cancel}</Button>
            {isTransient(preview.error) && (
              <Button
                variant="ink"
                onClick={() => {
                  if (preview.variables !== undefined) preview.mutate(preview.variables);
                  input.current?.focus();
                }}
              >
                {IMPORT.tryAgain}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="import">
        {error !== null && <Notice tone="unsuccessful" title={messageOf(error)} />}
        {asking !== undefined ? (
          <ImportColumns
            key={asking.report.missing_columns.join()}
            report={asking.report}
            headings={asking.headings}
            pending={preview.isPending}
            onHeadings={(headings) => {
              look({ file: asking.file, headings });
            }}
          />
        ) : report === undefined ? (
          <ImportDrop
            ref={input}
            reading={preview.isPending ? preview.variables.file.name : null}
            onFile={(file) => {
              look({ file, headings: {} });
            }}
          />
        ) : run.data === undefined ? (
          <ImportPreview ref={result} name={preview.data?.file.name ?? ''} report={report} />
        ) : (
          <>
            {changes > 0 ? (
              <Notice ref={result} tone="confirmed" title={IMPORT.imported(changes)}>
                {run.data.message}
              </Notice>
            ) : (
              <div ref={result} tabIndex={-1} className="import-summary">
                <p>{run.data.message}</p>
              </div>
            )}
            <ImportLines title={IMPORT.leftOut} lines={run.data.lines} />
          </>
        )}
        <p className="sr-only" role="status">
          {run.isPending ? IMPORT.importing : ''}
        </p>
      </div>
    </Dialog>
  );
}
