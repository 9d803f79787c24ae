/** Filing says when no message would reach the user, and never refuses for it. */
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '@/testing/handlers';
import { liveServer } from '@/testing/fake-socket';
import { notificationSettings } from '@/testing/notification-settings';
import { server } from '@/testing/server';
import { acceptRequests, choose, fill, reserve, signIn, renderForm } from '@/testing/wizard';

const SETTINGS = '/api/notification-settings/';
const reach = (reachable: boolean) => {
  server.use(http.get(SETTINGS, () => HttpResponse.json(notificationSettings({ reachable }))));
};
const UNCONFIRMED = /^Until your email is confirmed, only Tablehawk's own pages/;
const notes = () => screen.queryAllByText(UNCONFIRMED);

beforeEach(() => {
  signIn('standard', { email_confirmed: false });
  reach(false);
});

describe('a user whom no message reaches', () => {
  test('is told so once beside the button, and can file', async () => {
    const sent = acceptRequests();
    choose('Petit Quai');
    const app = await renderForm();
    // The style sheet shows that of the ticket or that of the form.
    await waitFor(() => {
      expect(notes()).toHaveLength(2);
    });
    expect(screen.queryByText(/Open it to confirm your email/)).not.toBeInTheDocument();
    await fill(app);
    await app.user.click(reserve());
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
  });

  test('gets another link there, or the sentence of the server', async () => {
    const sentence = 'We sent a link to this email within the last hour.';
    server.use(
      http.post('/api/users/email/resend/', () => refusal(429, 'link_sent_already', sentence)),
    );
    const { user } = await renderForm();
    const [resend] = await screen.findAllByRole('button', { name: 'Resend the link' });
    if (resend === undefined) throw new Error('There is no button.');
    await user.click(resend);
    expect(await screen.findByText(new RegExp(sentence))).toBeInTheDocument();
  });

  test('sees the note go when the address was confirmed elsewhere', async () => {
    await renderForm();
    await screen.findAllByText(UNCONFIRMED);
    signIn('standard');
    reach(true);
    await liveServer.admit({ seq: 18 });
    await liveServer.send({
      seq: 19,
      type: 'user.changed',
      at: '2026-11-20T19:04:13.000Z',
      what: 'email',
    });
    await waitFor(() => {
      expect(notes()).toEqual([]);
    });
  });

  test('who has switched everything off is led to the settings', async () => {
    signIn('standard');
    await renderForm();
    const [link] = await screen.findAllByRole('link', { name: 'Choose notifications' });
    expect(link).toHaveAttribute('href', '/profile?tab=notifications');
  });
});

test('a user whom a device reaches is told nothing', async () => {
  let asked = 0;
  server.use(
    http.get(SETTINGS, () => {
      asked += 1;
      return HttpResponse.json(notificationSettings({ reachable: true }));
    }),
  );
  await renderForm();
  await waitFor(() => {
    expect(asked).toBeGreaterThan(0);
  });
  expect(notes()).toEqual([]);
});
