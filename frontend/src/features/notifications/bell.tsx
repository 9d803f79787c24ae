/**
 * The bell in the header: the number of unread notifications, and the list behind it, a popover or at 390 px a sheet.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { LazyPopover } from '@/ui/overlays/lazy-popover';
import { NARROW, useMedia } from '@/lib/use-media';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { lazyComponent } from '@/ui/lazy-component';
import { NOTIFICATIONS, shownCount } from './messages';
import './notifications.css';
import { notificationsQuery } from './queries';

const Panel = lazyPanel(async () => (await import('./notification-panel')).Panel);
const Sheet = lazyComponent(async () => (await import('./notification-sheet')).Sheet);

export function Bell() {
  const { data } = useInfiniteQuery(notificationsQuery);
  const unseen = data?.pages[0]?.unseen ?? 0;
  const narrow = useMedia(NARROW);
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      {narrow ? (
        <>
          <BellButton
            unseen={unseen}
            aria-haspopup="dialog"
            onClick={() => {
              setOpen(true);
            }}
          />
          {open && <Sheet onClose={close} />}
        </>
      ) : (
        <LazyPopover
          open={open}
          onOpenChange={setOpen}
          label={NOTIFICATIONS.title}
          align="end"
          trigger={<BellButton unseen={unseen} />}
        >
          <div className="notification-popover">
            <h2>{NOTIFICATIONS.title}</h2>
            <Panel onLeave={close} />
          </div>
        </LazyPopover>
      )}
      <p className="sr-only" role="status">
        {NOTIFICATIONS.unread(unseen)}
      </p>
    </>
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { unseen: number };

function BellButton({ unseen, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="icon-btn bell"
      aria-label={NOTIFICATIONS.bell(unseen)}
    >
      <BellIcon aria-hidden="true" />
      {unseen > 0 && (
        <span className="bell-count" aria-hidden="true">
          {shownCount(unseen)}
        </span>
      )}
    </button>
  );
}
