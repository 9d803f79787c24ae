/** The choices about booked tables on this device: the whole screen, and a sound. */
import { type BookedChoice, choose, useBookedChoice } from '@/entities/notification/booked-here';
import { Switch } from '@/ui/switch';
import { SwitchRow } from '@/ui/switch-row';
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
  const isOn = useBookedChoice(choice);
  return (
    <SwitchRow label={label} text={text}>
      {(named) => (
        <Switch
          {...named}
          checked={isOn}
          onCheckedChange={(on) => {
            choose(choice, on);
            if (on) onOn?.();
          }}
        />
      )}
    </SwitchRow>
  );
}
