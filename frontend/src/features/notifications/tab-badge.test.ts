// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showTabBadge } from './tab-badge';

const icon = document.createElement('link');
let hidden: boolean;

beforeEach(() => {
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  document.title = 'Reservations · Tablehawk';
  icon.rel = 'icon';
  icon.href = '/assets/favicon.svg';
  document.head.append(icon);
});
afterEach(() => {
  turn(false);
  icon.remove();
});

function turn(away: boolean): void {
  hidden = away;
  document.dispatchEvent(new Event('visibilitychange'));
}

const tab = () => [document.title, icon.getAttribute('href')];
const PLAIN = ['Reservations · Tablehawk', '/assets/favicon.svg'];

describe('the tab of a hidden page', () => {
  it('shows the newest notification until the page is visible', () => {
    turn(true);
    showTabBadge('Booked: Lilia');
    showTabBadge('Booked: Vesper');
    expect(tab()).toEqual(['● Booked: Vesper', '/assets/favicon-news.svg']);
    turn(true);
    expect(document.title).toBe('● Booked: Vesper');
    turn(false);
    expect(tab()).toEqual(PLAIN);
  });

  it('is marked again the next time', () => {
    for (const title of ['Booked: Lilia', 'Booked: Vesper']) {
      turn(true);
      showTabBadge(title);
      expect(document.title).toBe(`● ${title}`);
      turn(false);
      expect(tab()).toEqual(PLAIN);
    }
  });

  it('keeps a title that the page has set meanwhile', () => {
    turn(true);
    showTabBadge('Booked: Lilia');
    document.title = 'Log in · Tablehawk';
    turn(false);
    expect(tab()).toEqual(['Log in · Tablehawk', '/assets/favicon.svg']);
  });

  it('is not marked while the page is visible', () => {
    turn(false);
    showTabBadge('Booked: Lilia');
    expect(tab()).toEqual(PLAIN);
  });
});
