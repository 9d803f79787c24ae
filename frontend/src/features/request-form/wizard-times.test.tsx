/** Requests with several times of day: added, changed and removed in the form, sent, and shown in the sentence. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ReservationBody } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import {
  acceptRequests,
  button,
  choose,
  fill,
  reserve,
  signIn,
  renderForm,
} from '@/testing/wizard';

let sent: ReservationBody[];

const time = (place: number) => within(screen.getByRole('group', { name: `Time ${place}` }));

function enter(place: number, from: string, to: string) {
  fireEvent.change(time(place).getByLabelText('From'), { target: { value: from } });
  fireEvent.change(time(place).getByLabelText('To'), { target: { value: to } });
}

beforeEach(() => {
  sent = acceptRequests();
  choose('Petit Quai');
});

test('a second time is added with the keyboard, read in the sentence and sent', async () => {
  signIn('premium');
  const app = await renderForm();
  await fill(app);
  button('Add another time').focus();
  await app.user.keyboard('{Enter}');
  await expectFocus(() => time(2).getByLabelText('From'));
  enter(2, '12:00', '13:30');
  expect(button('Time: 7:30 PM or 12:45 PM')).toBeInTheDocument();
  await app.user.click(button('More options'));
  expect(button(/^More options 6:30 – 8:30 PM, 12:00 – 1:30 PM/)).toBeInTheDocument();
  await app.user.click(reserve());
  expect(sent[0]?.reservation).toMatchObject({
    start_time: '18:30',
    end_time: '20:30',
    time_windows: [
      { start_time: '18:30', end_time: '20:30' },
      { start_time: '12:00', end_time: '13:30' },
    ],
  });
});

test('a removed time is not sent, and the focus moves to the button', async () => {
  signIn('premium');
  const app = await renderForm();
  await fill(app);
  await app.user.click(button('Add another time'));
  enter(2, '12:00', '13:30');
  await app.user.click(button('Remove time 2'));
  await expectFocus(() => button('Add another time'));
  await app.user.click(reserve());
  expect(sent[0]?.reservation.time_windows).toEqual([{ start_time: '18:30', end_time: '20:30' }]);
});

test.each([
  ['13:00', '12:00', 'Please select a valid time'],
  ['', '', 'Please select a valid time'],
  ['20:00', '22:00', "Please select times that don't overlap"],
])('a second time from "%s" to "%s" is refused in the form', async (from, to, sentence) => {
  signIn('premium');
  const app = await renderForm();
  await fill(app);
  await app.user.click(button('Add another time'));
  enter(2, from, to);
  await app.user.click(reserve());
  expect(within(screen.getByRole('main')).getByText(sentence)).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('a request has four times at most', async () => {
  signIn('premium');
  const app = await renderForm();
  await fill(app);
  for (let more = 0; more < 3; more += 1) await app.user.click(button('Add another time'));
  expect(screen.queryByRole('button', { name: 'Add another time' })).not.toBeInTheDocument();
});

test('further times are for Pro subscribers', async () => {
  signIn('standard');
  const app = await renderForm();
  await fill(app);
  await app.user.click(button(/Add another time/));
  const name = 'This Feature is Available for Pro Subscribers';
  expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
});
