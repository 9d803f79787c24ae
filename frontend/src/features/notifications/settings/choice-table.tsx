/**
 * A table in which the user chooses, for each topic, the channels on which it is sent. It is closed at first, and shows
 * only the channels that are on. On small screens, a list.
 */
import { Check } from 'lucide-react';
import { useId } from 'react';
import { CHANNEL_NAMES, MATRIX, TOPIC_TEXTS } from './messages';
import { useChoose } from './mutations';
import type { Channel, Choice, Topic } from './queries';

export type ChannelsOn = Record<Channel, boolean>;

type Props = { choices: readonly Choice[]; on: ChannelsOn };

const CHANNELS = Object.keys(CHANNEL_NAMES) as Channel[];
const TOPICS = Object.keys(TOPIC_TEXTS) as Topic[];

export function ChoiceTable({ choices, on }: Props) {
  const titleId = useId();
  const choose = useChoose();
  const isChosen = (topic: Topic, channel: Channel) =>
    choices.find((one) => one.topic === topic && one.channel === channel)?.on ?? true;
  const shown = CHANNELS.filter((channel) => on[channel]);
  return (
    <details className="profile-part choices">
      <summary>
        <h3 id={titleId}>{MATRIX.title}</h3>
        <p className="hint">{shown.length === 0 ? MATRIX.allOff : MATRIX.text}</p>
      </summary>
      <table className="choice-table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{MATRIX.news}</th>
            {shown.map((channel) => (
              <th key={channel} scope="col">
                {CHANNEL_NAMES[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TOPICS.map((topic) => (
            <tr key={topic}>
              <th scope="row">
                {TOPIC_TEXTS[topic].title}
                <p className="hint">{TOPIC_TEXTS[topic].text}</p>
              </th>
              {shown.map((channel) => (
                <td key={channel}>
                  <label className="choice-cell">
                    <span className="check-box">
                      <input
                        type="checkbox"
                        aria-label={MATRIX.cell(TOPIC_TEXTS[topic].title, CHANNEL_NAMES[channel])}
                        checked={isChosen(topic, channel)}
                        onChange={({ target }) => {
                          choose.mutate({ topic, channel, on: target.checked });
                        }}
                      />
                      <span aria-hidden="true">
                        <Check />
                      </span>
                    </span>
                    <span className="choice-name" aria-hidden="true">
                      {CHANNEL_NAMES[channel]}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
