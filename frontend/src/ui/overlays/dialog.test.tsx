import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { renderPart } from '@/testing/render';
import { Dialog } from './dialog';

function Opener({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="A dialog">
        {children}
      </Dialog>
    </>
  );
}

const name = <input aria-label="Name" />;
const size = (
  <select aria-label="Size">
    <option>Four</option>
  </select>
);
const first: [string, ReactNode, string][] = [
  ['the first field', [<p key="a">Text</p>, <div key="b">{name}</div>], 'Name'],
  ['a field below a button', [<button key="a">More</button>, <div key="b">{size}</div>], 'Size'],
  ['a field below one that is off', [<input key="a" aria-label="Off" disabled />, name], 'Name'],
  ['a field below a switch', [<input key="a" type="checkbox" aria-label="On" />, name], 'Name'],
  ['Close beside switches', <input key="a" type="checkbox" aria-label="On" />, 'Close'],
  ['Close without a field', <button key="a">More</button>, 'Close'],
];

test.each(first)('the focus is on %s, and returns', async (_, content, label) => {
  const { user } = renderPart(<Opener>{content}</Opener>);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await expectFocus(await screen.findByLabelText(label));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await expectFocus(screen.getByRole('button', { name: 'Open' }));
});
