import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { readTokens } from '@/api/session';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const PAGES = [
  ['confirm', 'Confirm address', 'maya.okafor@example.com is confirmed.'],
  ['revert', 'Keep my address', /signed out every device/],
] as const;

describe.each(PAGES)('the link that leads to /%s-email', (purpose, button, done) => {
  const path = `/api/users/email/${purpose}/`;
  const open = (signedIn = false) => renderApp(`/${purpose}-email?token=7.abc-_1`, { signedIn });

  it('changes nothing when it is opened, and posts its token on one click', async () => {
    const received: unknown[] = [];
    server.use(
      http.post(path, async ({ request }) => {
        received.push(await request.json());
        return HttpResponse.json({ message: 'Done.' });
      }),
    );
    const { user } = await open();
    expect(received).toEqual([]);
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText('Done.')).toBeInTheDocument();
    expect(received).toEqual([{ token: '7.abc-_1' }]);
  });

  it('says what was done and leads to the login', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(done)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  });

  it.each([
    ['used', 400, "This link was already used. There's nothing more to do."],
    ['expired', 400, 'This link has expired.'],
    ['of another account', 403, 'This link belongs to another account.'],
    ['of a closed account', 409, 'This account is closed.'],
  ])('that is %s says so and has no button', async (_, status, sentence) => {
    server.use(http.post(path, () => refusal(status, 'dead', sentence)));
    const { user } = await open(true);
    await user.click(screen.getByRole('button', { name: button }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(sentence);
    expect(alert).toHaveTextContent('Nothing was changed.');
    expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
  });

  it('can be tried again when the server was not reached', async () => {
    server.use(http.post(path, () => HttpResponse.error()));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(/^We can't reach Tablehawk/)).toBeInTheDocument();
    server.use(http.post(path, () => HttpResponse.json({ message: 'Done.' })));
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText('Done.')).toBeInTheDocument();
  });

  it('without a token says so and has no button', async () => {
    await renderApp(`/${purpose}-email`, { signedIn: false });
    expect(screen.getByRole('alert')).toHaveTextContent('This page needs the link from our email.');
    expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
  });
});

it('a reverted address signs this browser out, a confirmed one does not', async () => {
  const confirmed = await renderApp('/confirm-email?token=7.abc');
  await confirmed.user.click(screen.getByRole('button', { name: 'Confirm address' }));
  const toRestaurants = await screen.findByRole('link', { name: 'See all restaurants' });
  expect(toRestaurants).toHaveAttribute('href', '/');
  expect(screen.queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
  expect(readTokens()).not.toBeNull();
  confirmed.unmount();
  const reverted = await renderApp('/revert-email?token=3.abc');
  await reverted.user.click(screen.getByRole('button', { name: 'Keep my address' }));
  await waitFor(() => {
    expect(readTokens()).toBeNull();
  });
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeInTheDocument();
});
