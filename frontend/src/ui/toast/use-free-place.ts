/** Keeps the toasts off the page's controls, whatever the page shows and however it is scrolled. */
import { type RefObject, useLayoutEffect } from 'react';
import { isUncovered } from './on-screen';
import { type Box, findPlace, type Point } from './placement';

const CONTROLS = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'label',
  'summary',
  '[tabindex="0"]',
  '[role="option"]',
  '[role="menuitem"]',
].join();
/** Whole, also where they are empty. */
const BARS = '.header, .tab-bar, [data-bottom-bar]';
/** Not covered where there is an empty place. */
const TEXTS = 'h1, h2, h3, p, dl, li, td, th, figure, img, .ticket';

/** Between the toasts and an edge of the screen. */
const GAP_PX = 8;
/** The touch target of a small control is this much larger than its box. */
const TOUCH_PX = 14;
/** Controls come, go and are scrolled while a toast is shown. */
const CHECK_MS = 250;

export function useFreePlace(viewport: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    let current: Point | null = null;
    let isDocked = false;
    const place = () => {
      const { offsetWidth: width, offsetHeight: height } = element;
      // A toast that is being read or used does not move.
      if (height === 0 || element.matches(':hover, :focus-within')) return;
      const view = viewOf(window);
      const controls = boxesOf(`${CONTROLS}, ${BARS}`);
      const ask = (taken: Box[]) => findPlace({ size: { width, height }, view, taken, current });
      current = isDocked ? null : (ask([...controls, ...boxesOf(TEXTS)]) ?? ask(controls));
      isDocked = current === null;
      const { left, top } = current ?? dock(element, view);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    const timer = setInterval(place, CHECK_MS);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      undock();
    };
  }, [viewport]);
}

function viewOf({ innerHeight }: Window): Box {
  const { clientWidth } = document.documentElement;
  return {
    left: 2 * GAP_PX,
    top: GAP_PX,
    right: clientWidth - 2 * GAP_PX,
    bottom: innerHeight - GAP_PX,
  };
}

/** The boxes of the elements that a user can see, with a margin. */
function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const { left, top, right, bottom, height } = element.getBoundingClientRect();
    if (height === 0 || bottom < 0 || top > window.innerHeight) return [];
    const isSeen =
      element.closest('.toasts') === null &&
      [top + 1, (top + bottom) / 2, bottom - 1].some((y) =>
        isUncovered(element, (left + right) / 2, y),
      );
    return isSeen
      ? [
          {
            left: left - TOUCH_PX,
            top: top - TOUCH_PX,
            right: right + TOUCH_PX,
            bottom: bottom + TOUCH_PX,
          },
        ]
      : [];
  });
}

/** Without a free place, the page makes room for the toasts below the header, or a dialog above itself. */
function dock(element: HTMLElement, view: Box): Point {
  const { dataset, style } = document.documentElement;
  const room = element.offsetHeight + 2 * GAP_PX;
  dataset.toastsDocked = '';
  style.setProperty('--toasts-room', `${room}px`);
  const isModal = document.querySelector('.scrim') !== null;
  const header = isModal ? null : document.querySelector('.header');
  const bottom = header?.getBoundingClientRect().bottom ?? room;
  return { left: view.right - element.offsetWidth, top: bottom - room + GAP_PX };
}

function undock(): void {
  const { dataset, style } = document.documentElement;
  delete dataset.toastsDocked;
  style.removeProperty('--toasts-room');
}
