/**
 * A modal dialog: focus stays inside and returns on close; Escape and the scrim close it. A form's first field has the
 * focus, so that a space or a letter goes there and not to Close, and of a question the button that changes nothing. At
 * 390 px the dialog is a sheet at the bottom edge.
 *
 * Radix's own Overlay is not used: it locks scrolling with an injected <style>, which the content security policy
 * refuses. `ui/scrim.tsx` replaces it and `ui/scroll-lock.ts` locks scrolling.
 */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cn } from '@/lib/cn';
import { Button, IconButton } from '../button';
import { UI } from '../messages';
import { closeOnEscape } from './close-on-escape';
import { Scrim } from './scrim';
import { ScrollArea } from '../scroll-area';
import { useReturnFocus } from './return-focus';

type Props = {
  /** False keeps a closed dialog mounted. */
  open?: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title, announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
};

// Switches and choices are none: they have values already, and a dialog of them is read first.
const FIRST =
  ':is(input:not([type=checkbox], [type=radio]), select, textarea):enabled, [data-changes-nothing]';

export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  footer,
  wide = false,
}: Props) {
  const { remember, onCloseAutoFocus } = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  const shownTitle = useRef(title);
  useLayoutEffect(() => {
    if (shownTitle.current === title) return;
    shownTitle.current = title;
    // Another title is another view, and the button that led to it may be gone.
    if (document.activeElement === document.body) focusFirst(content.current);
  }, [title]);
  return (
    <RadixDialog.Root
      open={open}
      onOpenChange={() => {
        onClose();
      }}
    >
      <RadixDialog.Portal>
        <Scrim />
        <RadixDialog.Content
          ref={content}
          className={cn('dialog', wide && 'dialog-wide')}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            remember();
            if (focusFirst(content.current)) event.preventDefault();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={closeOnEscape(onClose)}
        >
          <header className="dialog-head">
            <RadixDialog.Title>{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton label={UI.close}>
                <X aria-hidden="true" />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <ScrollArea className="dialog-body">
            {description !== undefined && (
              <RadixDialog.Description className="text-ink-soft mb-5-not-last">
                {description}
              </RadixDialog.Description>
            )}
            {children}
          </ScrollArea>
          {footer !== undefined && <footer className="dialog-foot">{footer}</footer>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Return whether there is one. */
function focusFirst(content: HTMLElement | null): boolean {
  const field = content?.querySelector<HTMLElement>(FIRST);
  field?.focus();
  return field != null;
}

type ConfirmButtonsProps = {
  /** The button that changes nothing, which has the focus. */
  keep: string;
  confirm: string;
  pending?: boolean;
  pendingLabel?: string;
  onKeep: () => void;
  onConfirm: () => void;
};

/** The two buttons of a question, for the foot of a dialog. */
export function ConfirmButtons({ keep, confirm, onKeep, onConfirm, ...wait }: ConfirmButtonsProps) {
  return (
    <>
      <Button data-changes-nothing="" onClick={onKeep}>
        {keep}
      </Button>
      <Button variant="ink" onClick={onConfirm} {...wait}>
        {confirm}
      </Button>
    </>
  );
}

type ConfirmDialogProps = Omit<ConfirmButtonsProps, 'onKeep'> & Omit<Props, 'footer' | 'wide'>;

/** Asks before something is ended or changed. */
export function ConfirmDialog({
  open = true,
  onClose,
  title,
  description,
  children,
  ...buttons
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...{ open, onClose, title, description }}
      footer={<ConfirmButtons onKeep={onClose} {...buttons} />}
    >
      {children}
    </Dialog>
  );
}
