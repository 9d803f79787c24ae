import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { answersWith, newcomer, subscription } from '@/testing/billing';
import { user as userFixture } from '@/testing/fixtures';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const plan = (subscription_type: 'none' | 'standard') =>
  http.get('/api/users/me/', () => HttpResponse.json(userFixture({ subscription_type })));

describe('the page that offers a plan', () => {
  it('shows both plans with their prices, and can be skipped', async () => {
    server.use(answersWith(newcomer), plan('none'));
    const { user, router } = await renderApp('/choose-plan');
    expect(await screen.findByRole('article', { name: 'Standard' })).toHaveTextContent('$25.00');
    expect(screen.getByRole('article', { name: 'Pro' })).toHaveTextContent('$50.00');
    await user.click(screen.getByRole('link', { name: /^Skip for now/ }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('leads on to the restaurants with a plan', async () => {
    server.use(answersWith(subscription()), plan('standard'));
    await renderApp('/choose-plan');
    expect(await screen.findByRole('link', { name: 'Choose a restaurant' })).toHaveAttribute(
      'href',
      '/',
    );
  });
});
