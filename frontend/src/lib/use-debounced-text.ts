/**
 * A text box whose text is kept elsewhere, in the address for instance: the text leads while it is typed and
 * is told only once it stood still, yet a change from outside (Back, "Clear filters") shows at once.
 */
import { useEffect, useRef, useState } from 'react';

/** The specification's pause for search and location. */
export const PAUSE_MS = 500;

type Typed = {
  text: string;
  /** The user typed: tells after the pause. */
  type: (text: string) => void;
  /** Sets and tells at once. */
  set: (text: string) => void;
};

export function useTyped(value: string, onChange: (text: string) => void): Typed {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  if (value !== seen) {
    setSeen(value);
    // What comes back is what was told, perhaps while more was typed: only news from outside replaces it.
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }

  function set(next: string) {
    clearTimeout(timer.current);
    setText(next);
    if (next === told) return;
    setTold(next);
    tell.current(next);
  }

  return {
    text,
    set,
    type(next) {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setTold(next);
        tell.current(next);
      }, PAUSE_MS);
    },
  };
}
