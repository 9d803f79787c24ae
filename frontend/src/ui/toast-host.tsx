import { lazy, Suspense } from 'react';
import { useToasts } from './toast';

const Toaster = lazy(async () => ({ default: (await import('./toaster')).Toaster }));

/** Loads the toaster with the first toast; before that it costs the page nothing. */
export function ToastHost() {
  const waiting = useToasts().length > 0;
  return <Suspense>{waiting && <Toaster />}</Suspense>;
}
