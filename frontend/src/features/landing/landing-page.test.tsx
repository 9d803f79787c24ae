/** The landing page answers what a visitor asks before signing up. */
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { PLAN_NAMES, PLAN_PRICES } from '@/entities/plan/plans';
import { formatMoney } from '@/lib/format';
import { LandingPage } from './landing-page';
import { renderPage } from './render';

/** The questions, where each is answered, and a part of the answer. */
const ANSWERS = [
  ['what is it', 'what', /watches restaurants that are fully booked/],
  ['how does it book', 'how', /sends the same booking you would send/],
  ['in whose account', 'account', /In yours/],
  ['what does it cost', 'cost', /\$25\.00 a month/],
  ['when a card is asked for and charged', 'card', /Not at the sign-up.*after the 10 days/],
  ['what is refunded', 'refund', /don't refund part of a month/],
  ['which cities', 'cities', /\{places\}.*paste the link/],
  ['what if I have no Resy account', 'no-account', /Create one at Resy/],
  ['how do I cancel a table', 'cancel', /Cancel table/],
  ['two tables at once', 'two', /Not for one meal/],
  ['is it allowed', 'allowed', /Anti-Piracy Act/],
  ['what happens to my password', 'password', /isn't stored/],
  ['what if nothing opens', 'nothing', /nothing is booked/],
  ['who sees my data', 'data', /Nobody else sees it/],
  ['how do I stop', 'stop', /Pause or delete a request/],
  ['how am I notified', 'notified', /by email, and by text message/],
  ['who runs it', 'who', /\{operator\}.*\{contact\}/],
] as const;

test.each(ANSWERS)('%s is answered at #question-%s', (_, id, answer) => {
  const { container } = render(<LandingPage />);
  const question = container.querySelector(`#question-${id}`);
  expect(question?.tagName).toBe('DETAILS');
  expect(question?.querySelector('p')).toHaveTextContent(answer);
});

test('every question has its own place', () => {
  const { container } = render(<LandingPage />);
  const ids = [...container.querySelectorAll('details')].map(({ id }) => id);
  expect(ids).toEqual(ANSWERS.map(([, id]) => `question-${id}`));
});

test('both plans show their price and lead to sign-up', () => {
  render(<LandingPage />);
  const plans = screen.getByRole('region', { name: 'Plans' });
  for (const plan of ['standard', 'premium'] as const) {
    expect(within(plans).getByRole('heading', { name: PLAN_NAMES[plan] })).toBeInTheDocument();
    expect(within(plans).getByText(formatMoney(PLAN_PRICES[plan]))).toBeInTheDocument();
  }
  const starts = within(plans).getAllByRole('link', { name: /Start free trial/ });
  expect(starts.map((link) => link.getAttribute('href'))).toEqual(['/signup', '/signup']);
});

test('a request begins before the sign-up, as a sentence', () => {
  render(<LandingPage />);
  const request = screen.getByRole('search', { name: 'Your request' });
  expect(request).toHaveAttribute('action', '/restaurants');
  const control = (role: string, name: string) => within(request).getByRole(role, { name });
  expect(control('searchbox', 'Restaurant')).toHaveAttribute('name', 'query');
  expect(control('combobox', 'Party size')).toHaveValue('2');
  expect(control('combobox', 'Time')).toHaveValue('prime');
  // The server fills them in.
  expect(within(request).getByLabelText('Day').outerHTML).toMatch(
    /min="\{today\}".*value="\{friday\}".*name="date"/,
  );
  expect(control('button', 'Find a table')).toHaveAttribute('type', 'submit');
  expect(screen.getByRole('link', { name: 'Restaurants' })).toHaveAttribute('href', '/restaurants');
});

test('what needs Pro says so', () => {
  render(<LandingPage />);
  expect(screen.getByRole('heading', { name: 'Release days PRO' })).toBeInTheDocument();
});

describe('the markup of the build', () => {
  const { markup, title, description } = renderPage();

  it('is complete without scripts', () => {
    expect(markup).not.toMatch(/<script|onclick|style=/i);
    expect(markup).toContain('Start your free trial');
  });

  it('has pictures that keep their room', () => {
    const pictures = markup.match(/<img[^>]*>/g) ?? [];
    expect(pictures).toHaveLength(2);
    for (const picture of pictures)
      expect(picture).toMatch(/alt="[^"]+" width="1280" height="800" loading="lazy"/);
  });

  it('has a title and a description that search engines show whole', () => {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it('shows 12-hour times only', () => {
    expect(markup).not.toMatch(/(?<!:)\b(1[3-9]|2[0-3]):\d\d/);
  });
});

test('the end of the page leads to the reference for programmers', () => {
  render(<LandingPage />);
  const links = within(screen.getByRole('contentinfo'));
  expect(links.getByRole('link', { name: 'Developers' })).toHaveAttribute('href', '/developers');
});
