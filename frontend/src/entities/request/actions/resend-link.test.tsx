/** A request that waits for the confirmation of the email address sends the link again. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { refusal } from '@/testing/handlers';
import { aWatch } from '@/testing/reservation-fixtures';
import { openList, serve, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';

serveList();

const SENT = 'We sent another link to maya.okafor@example.com.';
const LIMIT = 'We sent a link within the last hour. Look for it in your mail.';
const waiting = groupAt(
  ['Osteria Lucciola'],
  { watch: aWatch({ state: 'unconfirmed' }) },
  { notify_only: true },
);

async function pressResend() {
  let give: (response: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    give = resolve;
  });
  let calls = 0;
  server.use(
    http.post('/api/users/email/resend/', () => {
      calls += 1;
      return answer;
    }),
  );
  serve(waiting);
  const { user } = await openList();
  const card = within(await ticket('Osteria Lucciola'));
  await user.click(card.getByRole('button', { name: 'Resend the link' }));
  await user.click(await card.findByRole('button', { name: 'Sending…' }));
  expect(calls).toBe(1);
  return { card, give };
}

test('says that the link was sent, and offers no other', async () => {
  const { card, give } = await pressResend();
  give(HttpResponse.json({ message: SENT }));
  expect(await card.findByText(SENT)).toHaveAttribute('role', 'status');
  expect(card.queryByRole('button', { name: 'Resend the link' })).not.toBeInTheDocument();
});

test('says that the limit is reached, and offers no other', async () => {
  const { card, give } = await pressResend();
  give(refusal(429, 'too_many_requests', LIMIT));
  expect(await card.findByText(LIMIT)).toBeVisible();
  expect(card.queryByRole('button', { name: 'Resend the link' })).not.toBeInTheDocument();
});

test('a failure is shown in its place and can be tried again', async () => {
  const { card, give } = await pressResend();
  give(refusal(503, 'unavailable', 'Tablehawk is resting.'));
  expect(await card.findByText('Tablehawk is resting.')).toBeVisible();
  expect(card.getByRole('button', { name: 'Resend the link' })).toBeEnabled();
});

test('no other request has the link', async () => {
  serve(groupAt(['Osteria Lucciola']));
  await openList();
  await ticket('Osteria Lucciola');
  expect(screen.queryByRole('button', { name: 'Resend the link' })).not.toBeInTheDocument();
});
