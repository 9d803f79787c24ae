import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { PROFILE } from './messages';

const CloseDialog = lazyComponent(async () => (await import('./close-dialog')).CloseDialog);

/** The end of the page: what closing the account ends and what stays. */
export function CloseAccount() {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="profile-close" aria-labelledby={titleId}>
      <h2 id={titleId}>{PROFILE.close}</h2>
      <p className="text-ink-soft">{PROFILE.closeText}</p>
      <Button
        className="justify-self-start"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {PROFILE.closeButton}
      </Button>
      {isOpen && (
        <CloseDialog
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </section>
  );
}
