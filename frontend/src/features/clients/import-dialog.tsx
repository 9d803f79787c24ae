/** Imports clients from a CSV file: choose, check what would change, import. */
import { useEffect, useRef, useState } from 'react';
import { isTransient, messageOf } from '@/api/errors';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Dialog } from '@/ui/overlays/dialog';
import { ImportDrop } from './import-drop';
import { IMPORT } from './import-messages';
import { ImportLines, ImportPreview } from './import-report';
import { useImport, usePreview } from './use-import';
import './import.css';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const preview = usePreview();
  const run = useImport();
  const [isAgain, setIsAgain] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const report = run.data ?? preview.data?.report;
  const changes = report === undefined ? 0 : report.created + report.updated;

  // The control that had the focus is gone when a report appears, and when the user goes back to the file.
  useEffect(() => {
    if (report !== undefined) result.current?.focus();
    else if (isAgain) input.current?.focus();
  }, [report, isAgain]);

  const restart = () => {
    setIsAgain(true);
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
      open
      wide
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={IMPORT.title}
      {...(report === undefined ? { description: IMPORT.intro } : {})}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        input.current?.focus();
      }}
      footer={
        run.data !== undefined || (report !== undefined && changes === 0) ? (
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
                run.mutate(preview.data.file);
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
        {report === undefined ? (
          <ImportDrop
            ref={input}
            reading={preview.isPending ? preview.variables.name : null}
            onFile={(file) => {
              preview.mutate(file);
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
