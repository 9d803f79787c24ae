import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { renderApp } from '@/testing/render';

describe('the shell', () => {
  it('marks where the user is, and moves focus and title along with a navigation', async () => {
    const { user } = await renderApp('/');
    const main = () => screen.getByRole('navigation', { name: 'Main' });
    expect(main().querySelector('[aria-current="page"]')).toHaveTextContent('Restaurants');
    const accounts = [...main().querySelectorAll('a')].find(
      (link) => link.textContent === 'Accounts',
    );
    if (accounts === undefined) throw new Error('no link to the accounts');
    await user.click(accounts);
    const title = await screen.findByRole('heading', { level: 1, name: 'Connect your accounts' });
    await expectFocus(title);
    expect(document.title).toBe('Connect accounts · Tablehawk');
    expect(main().querySelector('[aria-current="page"]')).toHaveTextContent('Accounts');
  });

  it('does not take the focus on the first page', async () => {
    await renderApp('/');
    await expectFocus(document.body);
  });

  it('changes the theme from the account menu and remembers it', async () => {
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Account menu, MO, Maya Okafor' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('menuitemradio', { name: 'Match system' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('shows a page when an address does not exist', async () => {
    await renderApp('/nowhere');
    expect(
      screen.getByRole('heading', { name: "There's nothing at this address" }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all restaurants' })).toHaveAttribute('href', '/');
  });
});
