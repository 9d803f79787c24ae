import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { latePart } from '@/ui/lazy-component';
import { PROFILE } from './messages';

const CloseDialog = latePart(async () => (await import('./close-dialog')).CloseDialog);

/** The last thing on the page: what closing ends and what it leaves. */
export function CloseAccount() {
  const titleId = useId();
  const [asked, setAsked] = useState(false);
  return (
    <section className="prof-close" aria-labelledby={titleId}>
      <h2 id={titleId}>{PROFILE.close}</h2>
      <p className="text-ink-soft">{PROFILE.closeText}</p>
      <Button
        className="justify-self-start"
        onClick={() => {
          setAsked(true);
        }}
      >
        {PROFILE.closeButton}
      </Button>
      {asked && (
        <CloseDialog
          onClose={() => {
            setAsked(false);
          }}
        />
      )}
    </section>
  );
}
