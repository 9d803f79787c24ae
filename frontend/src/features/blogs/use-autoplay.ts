import { useEffect, useEffectEvent, useState } from 'react';
import { useMedia } from '@/lib/use-media';

/** The specification's pace: one slide every 3 s. */
const SLIDE_MS = 3000;

type Options = {
  /** There is another slide, and the user has not stopped it. */
  enabled: boolean;
  onTick: () => void;
};

/**
 * Ticks unless the user may be reading (WCAG 2.2.2): not under the pointer, not with focus inside, not in a hidden tab,
 * and never with reduced motion. `around` goes on the element that contains slides and buttons.
 */
export function useAutoplay({ enabled, onTick }: Options) {
  const [isHovered, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useHidden();
  const isReduced = useMedia('(prefers-reduced-motion: reduce)');
  const plays = enabled && !isHovered && !focused && !hidden && !isReduced;
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (!plays) return;
    const timer = setInterval(() => {
      tick();
    }, SLIDE_MS);
    return () => {
      clearInterval(timer);
    };
  }, [plays]);
  return {
    plays,
    /** Nothing moves by itself here, so there is nothing to pause. */
    isReduced,
    around: {
      onPointerEnter: () => {
        setPointed(true);
      },
      onPointerLeave: () => {
        setPointed(false);
      },
      onFocus: () => {
        setFocused(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
        setFocused(currentTarget.contains(relatedTarget));
      },
    },
  };
}

function useHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const read = () => {
      setHidden(document.hidden);
    };
    document.addEventListener('visibilitychange', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
  return hidden;
}
