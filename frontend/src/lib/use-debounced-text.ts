/**
 * A text box whose text is stored elsewhere, for example in the address. The typed text leads and is reported after a
 * pause; a change from outside (Back, "Clear filters") shows at once.
 */
import { useEffect, useRef, useState } from 'react';

/** The specification's pause for search and location. */
const DEBOUNCE_MS = 500;

type DebouncedText = {
  text: string;
  /** The user typed: report after the pause. */
  type: (text: string) => void;
  /** Set and report at once. */
  set: (text: string) => void;
};

export function useDebouncedText(value: string, onChange: (text: string) => void): DebouncedText {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  if (value !== lastValue) {
    setLastValue(value);
    // An echo of the reported text must not replace what was typed since; only a change from outside does.
    if (value !== reported) {
      setReported(value);
      setText(value);
    }
  }

  function set(next: string) {
    clearTimeout(timer.current);
    setText(next);
    if (next === reported) return;
    setReported(next);
    report.current(next);
  }

  return {
    text,
    set,
    type(next) {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setReported(next);
        report.current(next);
      }, DEBOUNCE_MS);
    },
  };
}
