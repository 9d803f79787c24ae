import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { PROFILE } from './messages';

const CloseDialog = lazyComponent(async () => (await import('./close-dialog')).CloseDialog);

/** What closing the account ends and what stays, with the button that asks for the password. */
export function CloseAccount() {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="profile-part" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{PROFILE.close}</h3>
        <p className="hint">{PROFILE.closeText()}</p>
      </div>
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
