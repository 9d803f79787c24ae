import { type KeyboardEvent, useState } from 'react';

type Options = {
  /** The typed text. */
  text: string;
  /** The values of the shown entries, first to last. */
  values: readonly string[];
  /** Whether the shown entries answer `text`. */
  isAnswer: boolean;
  /** The entry that is marked at first. */
  initial?: string | undefined;
  /** Called by Enter while the entries don't answer the text yet. */
  onEarlyEnter?: (() => void) | undefined;
};

/**
 * The props of a `Command` whose entries come from the server: the marked entry, on which Enter acts, always answers
 * the typed text. It is the first one until the user moves. While an earlier list is still shown, no entry is marked and
 * Enter chooses nothing.
 */
export function useMarkedEntry({ text, values, isAnswer, initial = '', onEarlyEnter }: Options) {
  const [moved, setMoved] = useState({ text, value: initial });
  const stays = moved.text === text && values.includes(moved.value);
  return {
    value: isAnswer ? (stays ? moved.value : (values[0] ?? '')) : '',
    onValueChange(value: string) {
      // While an earlier list is shown, the library marks the first entry of that list.
      if (isAnswer) setMoved({ text, value });
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || isAnswer || event.nativeEvent.isComposing) return;
      event.preventDefault();
      onEarlyEnter?.();
    },
  };
}
