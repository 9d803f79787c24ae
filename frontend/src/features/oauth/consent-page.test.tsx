import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openExternalUrl } from '@/lib/external-url';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { AUTHORIZATION } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { Answer, Authorization } from './calls';

vi.mock('@/lib/external-url', async (actual) => ({
  ...(await actual<object>()),
  openExternalUrl: vi.fn(),
}));

const API = '/api/oauth/authorization/';
const QUERY =
  'response_type=code&client_id=https%3A%2F%2Fagent.example%2Fclient.json&scope=requests%3Aread+tables%3Acancel&state=a%2Fb';
const PAGE = `/oauth/authorize?${QUERY}`;
const BACK = 'https://agent.example/callback?code=c0de&state=a%2Fb';

function serve(asked: Partial<Authorization> = {}) {
  const received: Answer[] = [];
  const queries: string[] = [];
  server.use(
    http.get(API, ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ ...AUTHORIZATION, ...asked });
    }),
    http.post<never, Answer>(API, async ({ request }) => {
      queries.push(new URL(request.url).search);
      received.push(await request.json());
      return HttpResponse.json({ redirect: BACK });
    }),
  );
  return { received, queries };
}

beforeEach(() => {
  vi.mocked(openExternalUrl).mockClear();
});

describe('The page on which a program asks for access', () => {
  it('says which domain asks, what it could do and where the user goes on', async () => {
    const { queries } = serve({ name: 'Tablehawk Support' });
    await renderApp(PAGE);
    expect(
      await screen.findByText('agent.example asks for access to your account.'),
    ).toBeInTheDocument();
    expect(document.title).toBe('A program asks for access · Tablehawk');
    const main = within(screen.getByRole('main'));
    expect(main.getByText('Tablehawk Support')).toBeInTheDocument();
    expect(await main.findByText('maya.okafor@example.com')).toBeInTheDocument();
    expect(main.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'See your requests, their timelines and your booked tables.',
      'Cancel booked tables, and swap them for better ones.',
    ]);
    expect(main.queryByText(/on this computer/)).not.toBeInTheDocument();
    expect(queries).toEqual([`?${QUERY}`]);
  });

  it('warns of programs on the same computer', async () => {
    serve({ returns_to: '' });
    await renderApp(PAGE);
    expect(await screen.findByText('This computer')).toBeInTheDocument();
    expect(screen.getByText(/Any program on this computer can ask/)).toBeInTheDocument();
  });

  it('allows with the password, and goes on at the program', async () => {
    const { received, queries } = serve();
    const { user } = await renderApp(PAGE);
    await user.type(await screen.findByLabelText('Your password'), 'Table4two!{Enter}');
    await waitFor(() => {
      expect(openExternalUrl).toHaveBeenCalledWith(BACK);
    });
    expect(received).toEqual([{ allow: true, password: 'Table4two!' }]);
    expect(queries).toEqual([`?${QUERY}`, `?${QUERY}`]);
  });

  it('denies without a password', async () => {
    const { received } = serve();
    const { user } = await renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Deny' }));
    await waitFor(() => {
      expect(openExternalUrl).toHaveBeenCalledWith(BACK);
    });
    expect(received).toEqual([{ allow: false, password: '' }]);
  });

  it('asks for a missing password, and shows a wrong one at the field', async () => {
    const { received } = serve();
    const { user } = await renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(await screen.findByText('Enter your password to allow this')).toBeInTheDocument();
    expect(received).toEqual([]);
    server.use(
      http.post(API, () => refusal(400, 'bad_form', 'Wrong.', { password: 'Wrong password.' })),
    );
    await user.type(screen.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await screen.findByText('Wrong password.')).toBeInTheDocument();
    await expectFocus(() => screen.getByLabelText('Your password'));
    expect(openExternalUrl).not.toHaveBeenCalled();
  });

  it('says why a request is not valid, and leads nowhere', async () => {
    server.use(http.get(API, () => refusal(400, 'unknown_program', "We don't know who asks.")));
    await renderApp(PAGE);
    expect(await screen.findByText("We don't know who asks.")).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument();
    expect(openExternalUrl).not.toHaveBeenCalled();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => HttpResponse.error()));
    const { user } = await renderApp(PAGE);
    const again = await screen.findByRole('button', { name: 'Try Again' });
    serve();
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Allow' })).toBeInTheDocument();
  });

  it('leads through the sign-in and keeps the request', async () => {
    const { router } = await renderApp(PAGE, { signedIn: false });
    expect(screen.getByLabelText('Email')).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ redirect: PAGE });
  });
});
