import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { renderPart } from '@/testing/render';
import { Popover } from './popover';

function Choice() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Sizes"
      trigger={<button type="button">Size</button>}
    >
      <button
        type="button"
        onClick={() => {
          setOpen(false);
        }}
      >
        Four
      </button>
    </Popover>
  );
}

test.each([false, true])(
  'a choice returns the focus to the button (it was outside before: %s)',
  async (wasOutside) => {
    const { user } = renderPart(<Choice />);
    const size = screen.getByRole('button', { name: 'Size' });
    await user.click(size);
    const four = await screen.findByRole('button', { name: 'Four' });
    await expectFocus(four);
    if (wasOutside) size.focus();
    four.focus();
    await user.keyboard('{Enter}');
    await expectFocus(size);
    expect(screen.queryByRole('button', { name: 'Four' })).toBeNull();
  },
);
