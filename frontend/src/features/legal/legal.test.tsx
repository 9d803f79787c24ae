import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clearTokens } from '@/api/session';
import { renderApp } from '@/testing/render';
import { LEGAL } from './messages';

/** What the server writes into the page. */
function nameOperator() {
  for (const [name, content] of [
    ['operator', 'Smith & Sons'],
    ['contact', 'help@example.org'],
  ] as const) {
    const meta = document.createElement('meta');
    document.head.append(Object.assign(meta, { name, content }));
    onTestFinished(() => {
      meta.remove();
    });
  }
}

describe('the legal texts', () => {
  it.each([
    ['/terms', 'Terms and conditions', '4. Your order to book'],
    ['/privacy', 'Privacy policy', '3. Your accounts at Resy and OpenTable'],
  ])('%s are public', async (address, title, heading) => {
    const { router } = await renderApp(address, { signedIn: false });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(document.title).toBe(`${title} · Tablehawk`);
    expect(router.state.location.pathname).toBe(address);
  });

  it('link to each other, and back for a signed-in user', async () => {
    const { user } = await renderApp('/terms');
    expect(screen.getByRole('link', { name: 'Developers' })).toHaveAttribute('href', '/developers');
    expect(screen.getByRole('link', { name: 'Back to Tablehawk' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('link', { name: 'Privacy policy' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Privacy policy' }),
    ).toBeInTheDocument();
  });

  it('stay open when the session ends', async () => {
    const { router } = await renderApp('/terms');
    clearTokens();
    expect(router.state.location.pathname).toBe('/terms');
  });

  it('are found from the account menu and from the login page', async () => {
    const { user, router, unmount } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Privacy policy' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
    expect(router.state.location.pathname).toBe('/privacy');
    unmount();
    clearTokens();
    await renderApp('/login', { signedIn: false });
    const legal = within(screen.getByRole('navigation', { name: 'Legal' }));
    expect(legal.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
    expect(legal.getByRole('link', { name: 'Developers' })).toHaveAttribute('href', '/developers');
  });

  it('name the operator of the deployment and link to their address', async () => {
    nameOperator();
    await renderApp('/privacy', { signedIn: false });
    expect(screen.getByText(/^Smith & Sons \(“we”, “us”\) operates Tablehawk/)).toBeInTheDocument();
    for (const link of screen.getAllByRole('link', { name: 'help@example.org' })) {
      expect(link).toHaveAttribute('href', 'mailto:help@example.org');
    }
  });

  it('are the same in the dialogs of sign-up', async () => {
    nameOperator();
    const { user } = await renderApp('/signup', { signedIn: false });
    await user.click(screen.getByRole('button', { name: 'terms' }));
    const dialog = within(await screen.findByRole('dialog', { name: LEGAL.terms.title }));
    for (const { heading, paragraphs } of LEGAL.terms.sections) {
      expect(dialog.getByRole('heading', { level: 3, name: heading })).toBeInTheDocument();
      for (const paragraph of paragraphs) {
        const [start = ''] = paragraph.replaceAll('{operator}', 'Smith & Sons').split('{contact}');
        expect(dialog.getByText((content) => content.startsWith(start.trim()))).toBeInTheDocument();
      }
    }
  });
});
