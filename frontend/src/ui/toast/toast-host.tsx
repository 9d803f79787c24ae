import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyCode, useLazyComponent } from '../lazy-component';
import { TOAST_MS, dismissToast, type Toast, useAnnouncements, useToasts } from '.';

/** After this the text is shown plainly: it may be about a server that does not answer. */
const TOASTER_TIMEOUT_MS = 2000;
const toaster = lazyCode(async () => (await import('./toaster')).Toaster, TOASTER_TIMEOUT_MS);

/**
 * Resolve when toasts can be shown, by the toaster or plainly: for a toast that must be seen before the browser
 * leaves the page.
 */
export function toastsReady(): Promise<void> {
  return toaster.load().then(
    () => undefined,
    () => undefined,
  );
}

export function ToastHost() {
  return (
    <>
      {/*
       * Each sentence is an element of its own, so that the next one does not replace it before it is read. The
       * attribute keeps them audible below a dialog, which hides the rest of the page.
       */}
      <div className="sr-only" aria-live="polite">
        {useAnnouncements().map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <Toasts />
    </>
  );
}

/** Loads the toaster with the first toast. */
function Toasts() {
  const toasts = useToasts();
  const [hasFailed, setHasFailed] = useState(false);
  const isWaiting = toasts.length > 0;
  const shown = useLazyComponent(toaster, {}, isWaiting, () => {
    setHasFailed(true);
  });
  if (shown !== undefined) return isWaiting && shown;
  return hasFailed && isWaiting && <PlainToasts toasts={toasts} />;
}

/**
 * Shows the texts without the toaster, because a message may be about code that did not load. They stand in the header,
 * which grows by them, or above a dialog.
 */
function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
  const isModal = document.querySelector('.scrim') !== null;
  const header = isModal ? null : document.querySelector('.header');
  return createPortal(
    <div className="toasts toasts-plain">
      {toasts.map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </div>,
    header ?? document.body,
  );
}

function PlainToast({ toast: { id, title, text } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      dismissToast(id);
    }, TOAST_MS);
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
