import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import { calendarAddress, CALENDAR_URL } from '@/testing/profile';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const API = '/api/calendar/';
const part = async () =>
  within(await screen.findByRole('region', { name: 'Your tables in your calendar' }));
const hasAddress = () => {
  server.use(http.get(API, () => HttpResponse.json(calendarAddress())));
};

async function openTab() {
  const { user } = await renderApp('/profile?tab=notifications');
  return { user, calendar: await part() };
}

describe('the calendar address', () => {
  it('is created on request, and focus stays in the section', async () => {
    const { user, calendar } = await openTab();
    await user.click(await calendar.findByRole('button', { name: 'Create calendar address' }));
    const field = await calendar.findByLabelText('Calendar address');
    expect(field).toHaveValue(CALENDAR_URL);
    expect(calendar.getByText(/^Created November 18, 2026\./)).toBeInTheDocument();
    expect(document.activeElement).toContainElement(field);
  });

  it('is copied', async () => {
    hasAddress();
    const { user, calendar } = await openTab();
    await user.click(await calendar.findByRole('button', { name: 'Copy calendar address' }));
    expect(await calendar.findByRole('status')).toHaveTextContent('Copied');
    await expect(navigator.clipboard.readText()).resolves.toBe(CALENDAR_URL);
  });

  it('is replaced after a question, and the copy button no longer says "Copied"', async () => {
    hasAddress();
    const { user, calendar } = await openTab();
    await user.click(await calendar.findByRole('button', { name: 'Copy calendar address' }));
    await user.click(calendar.getByRole('button', { name: 'New address' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^The old address stops working at once\./)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'New address' }));
    await waitFor(() => {
      expect(calendar.getByLabelText('Calendar address')).toHaveValue(`${CALENDAR_URL}2`);
    });
    expect(calendar.getByRole('status')).toBeEmptyDOMElement();
    expect(
      await screen.findByText('The new address works. The old one has stopped.'),
    ).toBeInTheDocument();
  });

  it('stays when the question is declined', async () => {
    hasAddress();
    const { user, calendar } = await openTab();
    await user.click(await calendar.findByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Keep this address' }));
    expect(calendar.getByLabelText('Calendar address')).toHaveValue(CALENDAR_URL);
    await expectFocus(() => calendar.getByRole('button', { name: 'Remove' }));
  });

  it('is removed after a question', async () => {
    hasAddress();
    const { user, calendar } = await openTab();
    await user.click(await calendar.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(
      await calendar.findByRole('button', { name: 'Create calendar address' }),
    ).toBeInTheDocument();
    expect(await screen.findByText('The calendar address is removed.')).toBeInTheDocument();
  });

  it('stays when the server refuses, and the page says why', async () => {
    hasAddress();
    server.use(http.post(`${API}renew/`, () => refusal(429, 'too_fast', 'Wait a moment.')));
    const { user, calendar } = await openTab();
    await user.click(await calendar.findByRole('button', { name: 'New address' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'New address' }));
    expect(await screen.findByText('Wait a moment.')).toBeInTheDocument();
    expect(calendar.getByLabelText('Calendar address')).toHaveValue(CALENDAR_URL);
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user, calendar } = await openTab();
    const again = await calendar.findByRole('button', { name: 'Try Again' });
    hasAddress();
    await user.click(again);
    expect(await calendar.findByLabelText('Calendar address')).toHaveValue(CALENDAR_URL);
  });
});
