import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { readTokens } from '@/api/session';
import { enter } from '@/testing/enter';
import { expectFocus } from '@/testing/focus';
import { user as userFixture } from '@/testing/fixtures';
import { refusal, TOKENS } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

async function fill(app: Awaited<ReturnType<typeof renderApp>>) {
  const { user } = app;
  await enter(user, screen.getByLabelText('First name'), 'Maya');
  await enter(user, screen.getByLabelText('Last name'), 'Okafor');
  await enter(user, screen.getByLabelText('Email'), 'maya@example.com');
  await enter(user, screen.getByRole('textbox', { name: 'Phone' }), '(917) 555-0142');
  await enter(user, screen.getByLabelText('Password'), 'Supper4!');
  await enter(user, screen.getByLabelText('Repeat password'), 'Supper4!');
  await user.click(screen.getByRole('checkbox'));
}

describe('sign-up', () => {
  it('sends the form, keeps the tokens, shows the server’s message and goes on to the accounts', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/users/register/', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(
          { user: { ...userFixture(), ...TOKENS }, message: 'Welcome to Tablehawk.' },
          { status: 201 },
        );
      }),
    );
    const app = await renderApp('/signup?ref=HAWK-7Q2', { signedIn: false });
    expect(screen.getByLabelText(/Referral code/)).toHaveValue('HAWK-7Q2');
    expect(screen.getByText('Filled in from your invitation link.')).toBeInTheDocument();
    // Nobody asked for a table yet.
    expect(screen.queryByText(/We've kept your request/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    await fill(app);
    await app.user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await screen.findByText('Welcome to Tablehawk.')).toBeInTheDocument();
    expect(sent).toEqual({
      first_name: 'Maya',
      last_name: 'Okafor',
      email: 'maya@example.com',
      phone: '+19175550142',
      password: 'Supper4!',
      referral_code: 'HAWK-7Q2',
      referral_link: window.location.href,
    });
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/connect-accounts');
    });
    expect(readTokens()).toEqual(TOKENS);
  });

  it.each([
    ['First name', ' ', 'First name is required!'],
    ['Email', 'maya', 'Must be valid email'],
    ['Phone', '555', 'Phone number must have exactly 10 digits.'],
    ['Password', 'supper', 'One uppercase character'],
  ])('shows a password that was not repeated beside a wrong %s', async (label, value, sentence) => {
    const app = await renderApp('/signup', { signedIn: false });
    await fill(app);
    const field =
      label === 'Phone'
        ? screen.getByRole('textbox', { name: label })
        : screen.getByLabelText(label);
    await app.user.clear(field);
    await app.user.type(field, value);
    await app.user.type(screen.getByLabelText('Repeat password'), 'x');
    await app.user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await screen.findByText("Passwords don't match")).toBeInTheDocument();
    expect(screen.getByLabelText('Repeat password')).toBeInvalid();
    expect(field).toBeInvalid();
    expect(screen.getByText(sentence)).toBeInTheDocument();
  });

  it('shows the number with dashes and cuts it at ten digits', async () => {
    const { user } = await renderApp('/signup', { signedIn: false });
    const phone = screen.getByRole('textbox', { name: 'Phone' });
    await user.type(phone, '917a5550142 77');
    expect(phone).toHaveValue('917-555-0142');
  });

  it('sends the code of the chosen country, and shows that country though others share the code', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      http.post('/api/users/register/', async ({ request }) => {
        sent = (await request.json()) as Record<string, unknown>;
        return refusal(400, 'refused', 'No.');
      }),
    );
    const app = await renderApp('/signup', { signedIn: false });
    const country = screen.getByRole('combobox', { name: 'Country code' });
    await app.user.selectOptions(country, 'Canada');
    expect(country).toHaveDisplayValue('+1 Canada');
    await app.user.selectOptions(country, 'United Kingdom');
    await fill(app);
    await app.user.click(screen.getByRole('button', { name: 'Sign up' }));
    await screen.findByRole('alert');
    expect(sent).toMatchObject({ phone: '+449175550142' });
  });

  it('sends no referral when there is none', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      http.post('/api/users/register/', async ({ request }) => {
        sent = (await request.json()) as Record<string, unknown>;
        return refusal(400, 'refused', 'No.');
      }),
    );
    const app = await renderApp('/signup', { signedIn: false });
    await fill(app);
    await app.user.click(screen.getByRole('button', { name: 'Sign up' }));
    await screen.findByRole('alert');
    expect(sent).toMatchObject({ referral_code: null, referral_link: null });
  });

  it('ticks the password rules while it is typed', async () => {
    const { user } = await renderApp('/signup', { signedIn: false });
    const done = () => screen.getAllByText(/\(done\)/).length;
    expect(screen.queryByText(/\(done\)/)).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Password'), 'Su4');
    expect(done()).toBe(3);
    await user.type(screen.getByLabelText('Password'), 'pper!');
    expect(done()).toBe(5);
  });

  it('shows the server’s field errors beside their fields and the message on top, and focuses it', async () => {
    server.use(
      http.post('/api/users/register/', () =>
        refusal(400, 'taken', 'Please check the form.', { email: 'This email is in use already.' }),
      ),
    );
    const app = await renderApp('/signup', { signedIn: false });
    await fill(app);
    await app.user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please check the form.');
    expect(screen.getByText('This email is in use already.')).toBeInTheDocument();
    await expectFocus(() => screen.getByLabelText('Email'));
  });

  it('opens the terms without losing what was typed', async () => {
    const { user } = await renderApp('/signup', { signedIn: false });
    await enter(user, screen.getByLabelText('First name'), 'Maya');
    await user.click(screen.getByRole('button', { name: 'privacy policy' }));
    expect(await screen.findByRole('dialog', { name: 'Privacy policy' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('Maya');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });
});
