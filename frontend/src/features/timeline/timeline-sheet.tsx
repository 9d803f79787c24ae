/** The timeline of one group as a sheet over the list, on narrow screens and over the table. */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { IconButton } from '@/ui/button';
import { closeOnEscape } from '@/ui/overlays/close-on-escape';
import { useReturnFocus } from '@/ui/overlays/return-focus';
import { Scrim } from '@/ui/overlays/scrim';
import { ticketState } from '@/entities/request/group-state';
import { groupTitle } from '@/entities/request/group-title';
import { TimelineHead } from './timeline-head';
import { TimelineBody, Scroll, type TimelineProps } from './timeline-body';
import { STATUS } from '@/entities/request/status';
import { timelineMessages } from '@/entities/request/ticket/ticket-messages';

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
          <TimelineHead group={group} showOrder>
            <RadixDialog.Close asChild>
              <IconButton label={timelineMessages.close}>
                <X aria-hidden="true" />
              </IconButton>
            </RadixDialog.Close>
          </TimelineHead>
          <Scroll>
            <RadixDialog.Title>{groupTitle(group)}</RadixDialog.Title>
            <TimelineBody {...props} />
          </Scroll>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
