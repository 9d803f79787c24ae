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

/** The one line below the sentence: the way to change what else is set, and until it is open what that is. */
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
      <b>{SENTENCE.more}</b> <span>{isOpen ? '' : summary}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  );
}
