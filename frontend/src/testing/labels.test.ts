// @vitest-environment jsdom
import { expect, test } from 'vitest';

/** The ids of the labels of the element `#control`. */
function labelsOf(html: string): string[] {
  document.body.innerHTML = html;
  const control = document.querySelector<HTMLInputElement>('#control');
  return [...(control?.labels ?? [])].map(({ id }) => id);
}

test.each([
  ['by its id', '<label id="a" for="control"></label><input id="control">', ['a']],
  ['around it', '<label id="a"><b><select id="control"></select></b></label>', ['a']],
  [
    'of both kinds, in the order of the document',
    '<label id="a"><button id="control"></button></label><label id="b" for="control"></label>',
    ['a', 'b'],
  ],
  ['of another id', '<label id="a" for="other"><input id="control"></label>', []],
  ['with an empty id', '<label id="a" for=""><input id="control"></label>', []],
  ['around an earlier control', '<label id="a"><input><input id="control"></label>', []],
  [
    'of a hidden input',
    '<label id="a" for="control"></label><input type="hidden" id="control">',
    [],
  ],
])('a label %s', (_, html, expected) => {
  expect(labelsOf(html)).toEqual(expected);
});

test('of two controls with one id, the first has the label', () => {
  document.body.innerHTML = '<label for="one"></label><input id="one"><input id="one">';
  const counts = [...document.querySelectorAll('input')].map(({ labels }) => labels?.length);
  expect(counts).toEqual([1, 0]);
});

test('a control outside the document has the labels around it', () => {
  const label = document.createElement('label');
  const control = label.appendChild(document.createElement('input'));
  expect([...(control.labels ?? [])]).toEqual([label]);
});
