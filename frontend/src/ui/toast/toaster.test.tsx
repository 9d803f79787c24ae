import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { Dialog } from '../overlays/dialog';
import { dismissToast, toast } from '.';
import { ToastHost } from './toast-host';

const shown: number[] = [];
const say = (content: Parameters<typeof toast>[0]) => shown.push(toast(content));
afterEach(() => {
  for (const id of shown.splice(0)) dismissToast(id);
});

describe('toasts', () => {
  it('show their sentence and go when dismissed', async () => {
    const { user } = renderPart(<ToastHost />);
    say({ title: 'Successfully connected', tone: 'confirmed' });
    expect(await screen.findByText('Successfully connected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Successfully connected')).not.toBeInTheDocument();
  });

  it('do what their action says, once', async () => {
    const onClick = vi.fn();
    const { user } = renderPart(<ToastHost />);
    say({ title: 'Booked', tone: 'confirmed', action: { label: 'Show', onClick } });
    await user.click(await screen.findByRole('button', { name: 'Show' }));
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Booked')).not.toBeInTheDocument();
  });

  it('leave Escape to the dialog below', async () => {
    const onClose = vi.fn();
    const { user } = renderPart(
      <>
        <Dialog title="Timeline" onClose={onClose} />
        <ToastHost />
      </>,
    );
    say({ title: 'Booked', tone: 'confirmed' });
    await screen.findByText('Booked');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Booked')).toBeInTheDocument();
  });

  it('close by Escape while they have the focus', async () => {
    const { user } = renderPart(<ToastHost />);
    say({ title: 'Booked', tone: 'confirmed' });
    (await screen.findByRole('button', { name: 'Dismiss' })).focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Booked')).not.toBeInTheDocument();
  });

  it('are at most two: the oldest are dropped', async () => {
    renderPart(<ToastHost />);
    for (const title of ['one', 'two', 'three']) say({ title, tone: 'watching' });
    expect(await screen.findByText('three')).toBeInTheDocument();
    expect(screen.queryByText('one')).not.toBeInTheDocument();
  });

  it('are only announced if the page shows the same a little later', async () => {
    renderPart(<ToastHost />);
    say({
      title: 'Request filed.',
      tone: 'watching',
      shownBy: ['[data-group-id="7"]'],
      shownWithinMs: 60_000,
    });
    // The page loads its list for some frames.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(document.querySelector('.toast')).toBeNull();
    const { unmount } = renderPart(<p data-group-id="7">Watching</p>);
    vi.spyOn(document, 'elementsFromPoint').mockReturnValue([screen.getByText('Watching')]);
    expect(
      (await screen.findByText('Request filed.')).closest('[aria-live=polite]'),
    ).not.toBeNull();
    expect(document.querySelector('.toast')).toBeNull();
    unmount();
    vi.restoreAllMocks();
  });

  it.each([
    ['uncovered', true],
    ['below something else', false],
  ])('are only announced if the page shows the same, %s', async (_, isUncovered) => {
    renderPart(
      <>
        <p data-group-id="7">Booked</p>
        <ToastHost />
      </>,
    );
    vi.spyOn(document, 'elementsFromPoint').mockReturnValue([
      isUncovered ? screen.getByText('Booked') : document.body,
    ]);
    say({
      title: 'Booked: Petit Quai',
      text: 'For 2.',
      tone: 'confirmed',
      shownBy: ['[data-group-id="7"]'],
    });
    if (isUncovered) {
      const announced = await screen.findByText('Booked: Petit Quai. For 2.');
      expect(announced.closest('[aria-live=polite]')).not.toBeNull();
      expect(screen.queryByText('Booked: Petit Quai')).not.toBeInTheDocument();
    } else {
      expect(await screen.findByText('Booked: Petit Quai')).toHaveClass('toast-title');
      expect(screen.queryByText('Booked: Petit Quai. For 2.')).not.toBeInTheDocument();
    }
    vi.restoreAllMocks();
  });
});
