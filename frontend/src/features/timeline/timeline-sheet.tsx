/** The timeline of one group as a sheet over the list, on narrow screens and over the table. */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { IconButton } from '@/ui/button';
import { closeOnEscape } from '@/ui/close-on-escape';
import { useReturnFocus } from '@/ui/return-focus';
import { Scrim } from '@/ui/scrim';
import { ticketState } from '@/entities/request/group-state';
import { groupTitle } from '@/entities/request/group-title';
import { TimelineBody, Scroll, type TimelineProps } from './timeline-body';
import { STATUS } from '@/entities/request/status';

export function TimelineSheet(props: TimelineProps) {
  const { group, onClose } = props;
  const { remember, onCloseAutoFocus } = useReturnFocus();
  return (
    <RadixDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RadixDialog.Portal>
        <Scrim />
        <RadixDialog.Content
          className="timeline timeline-sheet"
          data-tone={STATUS[ticketState(group)].tone}
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={closeOnEscape(onClose)}
        >
          <div className="timeline-head">
            <span className="ticket-number mono">No. {group.number}</span>
            <RadixDialog.Close asChild>
              <IconButton label="Close timeline">
                <X aria-hidden="true" />
              </IconButton>
            </RadixDialog.Close>
          </div>
          <Scroll>
            <RadixDialog.Title>{groupTitle(group)}</RadixDialog.Title>
            <TimelineBody {...props} />
          </Scroll>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
