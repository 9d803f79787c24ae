/**
 * Shows the toasts. Radix Toast times them (paused while hovered, focused or hidden), announces each one and handles
 * swipes and Escape. sonner is not used: it injects its style sheet inline, which the content security policy
 * refuses.
 */
import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { createElement, useRef } from 'react';
import { IconButton } from '../button';
import { TOAST_MS, dismissToast, type Toast, useToasts } from '.';
import { toastIcon } from './toast-icons';
import { useFreePlace } from './use-free-place';
import { UI } from '../messages';

/** A toast with an action stays longer. */
const TOAST_WITH_ACTION_MS = 12_000;

export function Toaster() {
  const toasts = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  useFreePlace(viewport);
  return (
    <RadixToast.Provider label={UI.notification} swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport ref={viewport} className="toasts" label={UI.notifications} />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { action } = toast;
  const isEscapeOfOthers = useRef(false);
  return (
    <RadixToast.Root
      className="toast"
      data-tone={toast.tone}
      type={toast.tone === 'unsuccessful' ? 'foreground' : 'background'}
      duration={action === undefined ? TOAST_MS : TOAST_WITH_ACTION_MS}
      open
      // An Escape meant for a layer below must not dismiss a toast.
      onEscapeKeyDown={({ target }) => {
        isEscapeOfOthers.current = !(target instanceof Element) || !target.closest('.toasts');
      }}
      onOpenChange={(open) => {
        if (!open && !isEscapeOfOthers.current) dismissToast(toast.id);
        isEscapeOfOthers.current = false;
      }}
    >
      {createElement(toastIcon(toast), { 'aria-hidden': true })}
      <RadixToast.Title className="toast-title">{toast.title}</RadixToast.Title>
      {toast.text !== undefined && (
        <RadixToast.Description className="toast-text">{toast.text}</RadixToast.Description>
      )}
      {action !== undefined && (
        <RadixToast.Action altText={action.label} className="link" onClick={action.onClick}>
          {action.label}
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <IconButton label={UI.dismiss}>
          <X aria-hidden="true" />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
