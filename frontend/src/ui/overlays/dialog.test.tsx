import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { renderPart } from '@/testing/render';
import { ConfirmButtons, ConfirmDialog, Dialog } from './dialog';

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
      {open && (
        <Dialog
          title="A dialog"
          onClose={() => {
            setOpen(false);
          }}
        >
          {children}
        </Dialog>
      )}
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

/** A dialog whose button replaces its content. */
function Views({ next }: { next: 'form' | 'question' }) {
  const [isNext, setIsNext] = useState(false);
  const close = () => undefined;
  if (!isNext) {
    return (
      <Dialog title="First" onClose={close}>
        <button
          type="button"
          onClick={() => {
            setIsNext(true);
          }}
        >
          Go on
        </button>
      </Dialog>
    );
  }
  return next === 'form' ? (
    <Dialog title="Second" onClose={close}>
      {name}
    </Dialog>
  ) : (
    <Dialog
      title="Second"
      onClose={close}
      footer={<ConfirmButtons keep="Keep" confirm="End it" onKeep={close} onConfirm={close} />}
    />
  );
}

test.each([
  ['form', 'Name'],
  ['question', 'Keep'],
] as const)('a %s that replaces another view gets the focus at %s', async (next, label) => {
  const { user } = renderPart(<Views next={next} />);
  await user.click(await screen.findByRole('button', { name: 'Go on' }));
  const focused = next === 'form' ? screen.getByLabelText(label) : screen.getByText(label);
  await expectFocus(focused);
});

test('a question has the focus at the button that changes nothing', async () => {
  const onClose = vi.fn();
  const onConfirm = vi.fn();
  const { user } = renderPart(
    <ConfirmDialog
      title="End it?"
      description="It ends."
      keep="Keep"
      confirm="End it"
      onClose={onClose}
      onConfirm={onConfirm}
    />,
  );
  await expectFocus(await screen.findByRole('button', { name: 'Keep' }));
  expect(screen.getByRole('dialog', { name: 'End it?' })).toHaveAccessibleDescription('It ends.');
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'End it' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
