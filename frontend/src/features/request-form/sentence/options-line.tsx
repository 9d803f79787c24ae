import { ChevronDown } from 'lucide-react';
import { SENTENCE } from './messages';

type Props = {
  isOpen: boolean;
  /** What the options are set to. */
  summary: string;
  /** The id of the options. */
  controls: string;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onToggle: () => void;
};

/** The one line below the sentence: what else is set, and the way to change it. */
export function OptionsLine({ isOpen, summary, controls, onToggle, ...preload }: Props) {
  return (
    <button
      {...preload}
      type="button"
      className="options-line"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
    >
      <b>{SENTENCE.more}</b> <span>{summary}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  );
}
