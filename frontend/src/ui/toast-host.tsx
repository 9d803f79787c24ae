import { useEffect, useState } from 'react';
import { lateCode, useLatePart } from './lazy-component';
import { dismissToast, type Toast, useToasts } from './toast';

/** Then the words stand there plainly: they may be about a server that hangs. */
const TIMEOUT_MS = 2000;
const toaster = lateCode(async () => (await import('./toaster')).Toaster, TIMEOUT_MS);

/** Resolves once toasts can be shown, by the toaster or plainly: for a toast that must be seen before the page is left. */
export function toastsReady(): Promise<void> {
  return toaster.load().then(
    () => undefined,
    () => undefined,
  );
}

/** Loads the toaster with the first toast; before that it costs the page nothing. */
export function ToastHost() {
  const toasts = useToasts();
  const [hasFailed, setHasFailed] = useState(false);
  const isWaiting = toasts.length > 0;
  const shown = useLatePart(toaster, {}, isWaiting, () => {
    setHasFailed(true);
  });
  if (shown !== undefined) return isWaiting && shown;
  return (
    hasFailed && (
      <div className="toasts">
        {toasts.map((toast) => (
          <PlainToast key={toast.id} toast={toast} />
        ))}
      </div>
    )
  );
}

const SHOWN_MS = 6000;

/** The words alone: what could not be loaded, without a network above all, must not cost the word about it. */
function PlainToast({ toast: { id, title, text } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      dismissToast(id);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [id]);
  return (
    <div className="toast" role="alert">
      <p className="toast-title col-span-full">{title}</p>
      {text !== undefined && <p className="col-span-full text-ink-soft">{text}</p>}
    </div>
  );
}
