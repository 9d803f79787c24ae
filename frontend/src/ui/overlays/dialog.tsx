/**
 * A modal dialog: focus stays inside and returns on close; Escape and the scrim close it. A form's first field has the
 * focus, so that a space or a letter goes there and not to Close. At 390 px the dialog is a sheet at the bottom edge.
 *
 * Radix's own Overlay is not used: it locks scrolling with an injected <style>, which the content security policy
 * refuses. `ui/scrim.tsx` replaces it and `ui/scroll-lock.ts` locks scrolling.
 */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { IconButton } from '../button';
import { UI } from '../messages';
import { closeOnEscape } from './close-on-escape';
import { Scrim } from './scrim';
import { ScrollArea } from '../scroll-area';
import { useReturnFocus } from './return-focus';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title, announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
};

// Switches and choices are none: they have values already, and a dialog of them is read first.
const TEXT_FIELDS = ':is(input:not([type=checkbox], [type=radio]), select, textarea):enabled';

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  wide = false,
}: Props) {
  const { remember, onCloseAutoFocus } = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Scrim />
        <RadixDialog.Content
          className={cn('dialog', wide && 'dialog-wide')}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            remember();
            const content = event.target as HTMLElement;
            const field = content.querySelector<HTMLElement>(TEXT_FIELDS);
            field?.focus();
            if (field) event.preventDefault();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={closeOnEscape(() => {
            onOpenChange(false);
          })}
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
