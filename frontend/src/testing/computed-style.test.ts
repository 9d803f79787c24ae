// @vitest-environment jsdom
import { expect, test } from 'vitest';

test.each([
  ['<p id="it"></p>', 'block'],
  ['<span id="it"></span>', 'inline'],
  ['<p id="it" hidden></p>', 'none'],
  ['<p id="it" hidden="until-found"></p>', 'block'],
  ['<p id="it" style="display: none"></p>', 'none'],
  ['<p id="it" hidden style="display: flex"></p>', 'flex'],
  ['<input id="it">', 'inline-block'],
  ['<input id="it" type="hidden">', 'none'],
  ['<input id="it" type="hidden" style="display: block">', 'none'],
  ['<p id="it" popover></p>', 'none'],
  ['<dialog id="it"></dialog>', 'none'],
  ['<dialog id="it" open></dialog>', 'block'],
])('the display of %s is %s', (html, display) => {
  // Elements of the same tag, which are asked first, must not decide.
  document.body.innerHTML = '<p></p><input><dialog open></dialog>';
  for (const other of document.body.children) expect(getComputedStyle(other).display).not.toBe('');
  document.body.innerHTML = html;
  const element = document.getElementById('it');
  expect(element && getComputedStyle(element).display).toBe(display);
  expect(element && getComputedStyle(element).getPropertyValue('display')).toBe(display);
});

test('visibility is inherited, and an inner element may be visible again', () => {
  document.body.innerHTML =
    '<div style="visibility: hidden"><i></i><b style="visibility: visible"></b></div>';
  const visibility = (tag: string) =>
    [...document.querySelectorAll(tag)].map((element) => getComputedStyle(element).visibility);
  expect(visibility('i')).toEqual(['hidden']);
  expect(visibility('b')).toEqual(['visible']);
});
