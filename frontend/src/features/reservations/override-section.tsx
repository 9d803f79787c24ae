import { useId } from 'react';
import { Switch } from '@/ui/switch';
import { messages } from './messages';
import { ProTag } from './option';

/** Not built yet: it stands off and disabled, with what it will do and when it comes. */
export function OverrideSection({ isPro }: { isPro: boolean }) {
  const titleId = useId();
  const helpId = useId();
  return (
    <section className="wsec">
      <div className="switchrow">
        <div>
          <h2 id={titleId}>Override Current Reservation {!isPro && <ProTag />}</h2>
          <p className="hint" id={helpId}>
            {messages.overrideHelp} {messages.overrideLater}
          </p>
        </div>
        <Switch checked={false} disabled aria-labelledby={titleId} aria-describedby={helpId} />
      </div>
    </section>
  );
}
