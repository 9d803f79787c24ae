import { ChevronDown } from 'lucide-react';
import { SENTENCE } from './messages';

type Props = {
  isOpen: boolean;
  /** What the options are set to. */
  summary: string;
  /** The id of the options. */
  controls: string;
  /** The pointer or the focus is near: the code of the options may load. */
  onNear: () => void;
  onToggle: () => void;
};

/** The one line below the sentence: what else is set, and the way to change it. */
export function OptionsLine({ isOpen, summary, controls, onNear, onToggle }: Props) {
  return (
    <button
      type="button"
      className="options-line"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onToggle}
    >
      <b>{SENTENCE.more}</b> <span>{summary}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  );
}
