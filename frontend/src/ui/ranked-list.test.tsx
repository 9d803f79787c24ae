import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { moved } from '@/lib/moved';
import { expectFocus } from '@/testing/focus';
import { placeAt, RankedList } from './ranked-list';

function List() {
  const [names, setNames] = useState(['A', 'B', 'C']);
  return (
    <RankedList
      label="Order"
      items={names.map((name) => ({ key: name, name, content: `Item ${name}` }))}
      onMove={(from, to) => {
        setNames(moved(names, from, to));
      }}
    />
  );
}

const order = () =>
  within(screen.getByRole('list', { name: 'Order' }))
    .getAllByText(/^Item/)
    .map((item) => item.textContent);

test('an item is moved by keyboard, keeps the focus, and its place is announced', async () => {
  const user = userEvent.setup();
  render(<List />);
  screen.getByRole('button', { name: 'Move A down' }).focus();
  await user.keyboard('{Enter}');
  expect(order()).toEqual(['Item B', 'Item A', 'Item C']);
  expect(screen.getByText('A is now 2 of 3.')).toHaveAttribute('aria-live', 'polite');
  await expectFocus(() => screen.getByRole('button', { name: 'Move A down' }));
  await user.keyboard('{Enter}{Enter}');
  expect(order()).toEqual(['Item B', 'Item C', 'Item A']);
  expect(screen.getByRole('button', { name: 'Move A down' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test.each([
  [5, 1, 0],
  [14, 1, 1],
  [30, 1, 1],
  [49, 1, 1],
  [56, 1, 2],
  [500, 0, 2],
])('at %i, the row %i goes to place %i', (y, from, to) => {
  const rows = [0, 20, 40].map((top) => ({ top, height: 20 }));
  expect(placeAt(rows, y, from)).toBe(to);
});
