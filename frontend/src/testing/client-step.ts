/** A concierge in the first step of the request form: the accounts, and the ten fields. */
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { aConcierge } from './clients';
import { enter } from './enter';
import { button, signIn, type App } from './wizard';

const CARD = '4242424242424242';

export function concierge(fields: Parameters<typeof aConcierge>[0] = {}) {
  signIn('premium', aConcierge(fields));
}

export const goOn = () => {
  const [first] = screen.getAllByRole('button', { name: 'Continue' });
  if (first === undefined) throw new Error('There is no Continue button.');
  return first;
};
export const account = (name: RegExp) => screen.findByRole('button', { name });
export const cvv = () => screen.getByLabelText('CVV');

/** Enter the ten fields. */
export async function typeClient({ user }: App) {
  for (const [label, text] of [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Email', 'grace@example.org'],
    ['Zip code', '10012'],
    ['Phone', '2125550123'],
    ['Card number', CARD],
    ['CVV', '7319'],
  ] as const) {
    await enter(user, screen.getByLabelText(label), text);
  }
  await user.selectOptions(screen.getByLabelText('Expiry month'), '07');
  await user.selectOptions(
    screen.getByLabelText('Expiry year'),
    String(new Date().getFullYear() + 2),
  );
}

export async function pickFromAddressBook({ user }: App, name = /^Lucía/) {
  await user.click(button(/^Client book/));
  await user.click(await screen.findByRole('option', { name }));
}

/** Complete the first step with a client from the address book. */
export async function toSecondStep(app: App) {
  await app.user.click(await account(/^Desk one/));
  await pickFromAddressBook(app);
  await app.user.click(goOn());
  expect(await screen.findByText('Step 2 of 2')).toBeInTheDocument();
}
