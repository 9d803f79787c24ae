/** The choices about booked tables on this device: the whole screen, and a sound. */
import { useId } from 'react';
import { type BookedChoice, choose, useChoice } from '@/entities/notification/booked-here';
import { Switch } from '@/ui/switch';
import { playChime } from './chime';
import { BOOKED as words } from './messages';

export function BookedSwitches() {
  return (
    <>
      <Row choice="booked-screen" label={words.screen} text={words.screenText} />
      {/* Its sound at the click, which also allows later ones. */}
      <Row
        choice="booked-chime"
        label={words.chime}
        text={words.chimeText}
        onOn={() => void playChime()}
      />
    </>
  );
}

type RowProps = { choice: BookedChoice; label: string; text: string; onOn?: () => void };

function Row({ choice, label, text, onOn }: RowProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <div>
        <b id={id}>{label}</b>
        <p className="hint" id={`${id}-text`}>
          {text}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        checked={useChoice(choice)}
        onCheckedChange={(on) => {
          choose(choice, on);
          if (on) onOn?.();
        }}
      />
    </div>
  );
}
