import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { refusal } from '@/testing/handlers';
import { ANSWER, usePasskeys, withoutPasskeys } from '@/testing/passkeys';
import { aChallenge, aMandate, PASSKEYS } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const API = '/api/mandates/12/';
const open = () => renderApp('/mandates/12');

function serve(changes: Parameters<typeof aMandate>[0]) {
  server.use(http.get(API, () => HttpResponse.json(aMandate(changes))));
}

/** The rows of the page: each term with its text. */
async function rows() {
  const main = within(screen.getByRole('main'));
  const terms = await main.findAllByRole('term');
  const texts = main.getAllByRole('definition');
  return terms.map((term, index) => [term.textContent, texts[index]?.textContent]);
}

describe('the page of a standing approval', () => {
  it('says who may book what, a row each', async () => {
    await open();
    expect(
      await screen.findByText(
        'agent.example wants to book tables for you without asking each time. It can book only what you see here.',
      ),
    ).toBeInTheDocument();
    expect(document.title).toBe('Standing approval · Tablehawk');
    expect(await rows()).toEqual([
      ['Who', 'agent.example'],
      ['Calls itself', 'Table Agent'],
      ['Restaurants', 'Petit Quai · Osteria Lucciola'],
      ['People', '2 to 4'],
      ['Dates', 'Fri, Nov 27 to Sat, Dec 12'],
      ['Times', '6:00 PM to 9:30 PM'],
      ['Most it may cost', "For each table and the whole party: up to $50 if you don't come"],
      ['Tables in all', '2'],
      ['Ends', 'December 20, 2026'],
    ]);
  });

  it('names an API key, a single day and free tables', async () => {
    const { terms } = aMandate();
    serve({
      program_domain: '',
      program_name: 'Kitchen display',
      terms: {
        ...terms,
        largest_party: 2,
        last_date: terms.first_date,
        cancel_fee_ceiling_cents: 0,
      },
    });
    await open();
    expect(await screen.findByText('Your API key Kitchen display')).toBeInTheDocument();
    expect(screen.queryByText('Calls itself')).not.toBeInTheDocument();
    expect(await rows()).toEqual(
      expect.arrayContaining([
        ['People', '2'],
        ['Dates', 'Fri, Nov 27'],
        ['Most it may cost', 'Nothing: only tables without a fee'],
      ]),
    );
  });

  it('approves exactly what it shows, with one press', async () => {
    const received: unknown[] = [];
    server.use(
      http.post(`${API}approve/`, async ({ request }) => {
        received.push(await request.json());
        return HttpResponse.json(aMandate({ state: 'approved' }));
      }),
    );
    const { user } = await open();
    const approve = await screen.findByRole('button', { name: 'Approve' });
    expect(received).toEqual([]);
    serve({ state: 'approved' });
    await user.click(approve);
    expect(await screen.findByText('You approved this.')).toBeInTheDocument();
    expect(received).toEqual([{ digest: '9f86d081', assertion: null }]);
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your approvals' })).toBeInTheDocument();
  });

  describe('for a user with a passkey', () => {
    const received: unknown[] = [];

    function serveWithPasskey() {
      received.length = 0;
      server.use(
        http.get('/api/passkeys/', () => HttpResponse.json(PASSKEYS)),
        http.get(`${API}challenge/`, () =>
          HttpResponse.json(aChallenge({ credential_ids: ['CQ'] })),
        ),
        http.post(`${API}approve/`, async ({ request }) => {
          received.push(await request.json());
          serve({ state: 'approved' });
          return HttpResponse.json(aMandate({ state: 'approved' }));
        }),
      );
    }

    it('approves with it', async () => {
      const asked = usePasskeys();
      serveWithPasskey();
      const { user } = await open();
      expect(
        await screen.findByText('Your device asks for your passkey when you approve.'),
      ).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Approve' }));
      expect(await screen.findByText('You approved this.')).toBeInTheDocument();
      expect(received).toEqual([{ digest: '9f86d081', assertion: ANSWER }]);
      expect(asked.get.map(({ publicKey }) => publicKey)).toEqual([
        {
          rpId: 'localhost',
          challenge: 'AQID',
          timeout: 300_000,
          allowCredentials: [{ id: 'CQ', type: 'public-key' }],
          userVerification: 'required',
        },
      ]);
    });

    it('approves nothing if the device does not confirm', async () => {
      usePasskeys('NotAllowedError');
      serveWithPasskey();
      const { user } = await open();
      await user.click(await screen.findByRole('button', { name: 'Approve' }));
      expect(
        await screen.findByText(
          "Your device didn't confirm it, so nothing was changed. Try again.",
        ),
      ).toBeInTheDocument();
      expect(received).toEqual([]);
      expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
    });

    it('says what to do in a browser that cannot use it', async () => {
      withoutPasskeys();
      serveWithPasskey();
      await open();
      expect(
        await screen.findByText(
          "This browser can't use passkeys. You can also approve on another device.",
        ),
      ).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
      expect(screen.getByRole('button', { name: 'Decline' })).toBeEnabled();
    });
  });

  it('declines with one press', async () => {
    const { user } = await open();
    const decline = await screen.findByRole('button', { name: 'Decline' });
    serve({ state: 'declined' });
    await user.click(decline);
    expect(
      await screen.findByText('You declined this. Nothing is booked with it.'),
    ).toBeInTheDocument();
  });

  it('says why an approval is refused, and shows what is there now', async () => {
    server.use(
      http.post(`${API}approve/`, () => refusal(409, 'decided', 'This was decided before.')),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('This was decided before.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
  });

  it.each([
    ['approved', 'You approved this.'],
    ['declined', 'You declined this. Nothing is booked with it.'],
    ['lapsed', 'This lapsed after a day without an answer. Nothing is booked with it.'],
    ['revoked', 'This was revoked. Nothing more is booked with it.'],
    ['ended', 'This has ended. Nothing more is booked with it.'],
  ] as const)('asks nothing when it is %s', async (state, sentence) => {
    serve({ state });
    await open();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('says that nothing changes while the device is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    expect(await screen.findByText("You're offline. Nothing was changed.")).toBeInTheDocument();
  });

  it('says that an unknown approval was not found', async () => {
    server.use(http.get(API, () => refusal(404, 'not_found', 'Gone.')));
    await open();
    expect(await screen.findByText("We couldn't find this approval.")).toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user } = await open();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    serve({});
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeInTheDocument();
  });
});
