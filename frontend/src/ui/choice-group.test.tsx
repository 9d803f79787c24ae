import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { ChoiceGroup } from './choice-group';

function Party({ chosen }: { chosen?: number }) {
  return (
    <>
      <ChoiceGroup>
        {[2, 4, 6].map((size) => (
          <button key={size} type="button" aria-pressed={size === chosen}>
            {size}
          </button>
        ))}
      </ChoiceGroup>
      <button type="button">after</button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

describe('the buttons of one question', () => {
  it.each([
    ['{ArrowRight}', '4'],
    ['{ArrowDown}', '4'],
    ['{ArrowLeft}', '6'],
    ['{ArrowRight}{ArrowUp}', '2'],
    ['{End}', '6'],
    ['{End}{ArrowRight}', '2'],
    ['{End}{Home}', '2'],
  ])('%s moves from the first to %s', async (keys, name) => {
    const user = userEvent.setup();
    render(<Party />);
    await user.tab();
    await expectFocus(() => button('2'));
    await user.keyboard(keys);
    await expectFocus(() => button(name));
  });

  it('are one Tab stop, in both directions', async () => {
    const user = userEvent.setup();
    render(<Party />);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    await user.tab();
    await expectFocus(() => button('after'));
    await user.tab({ shift: true });
    await expectFocus(() => button('2'));
    await user.keyboard('{ArrowRight}');
    await user.tab({ shift: true });
    await expectFocus(document.body);
  });

  it('are entered at the chosen one', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Party />);
    rerender(<Party chosen={4} />);
    await user.tab();
    await expectFocus(() => button('4'));
  });
});
