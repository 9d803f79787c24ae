import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BookEntry } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import { aClient } from '@/testing/clients';
import { renderPart } from '@/testing/render';
import { server } from '@/testing/server';
import { AddressBookPicker } from './address-book-picker';

const SEARCH = 'Search by name, email or phone';
const NAMES = ['Ada Byron', 'Adam Lee', 'Beatrix Lee', 'Grace Hopper', 'Leah Adler', 'Zoë Hopper'];
const BOOK: BookEntry[] = NAMES.map((name, index) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return aClient({ id: index + 1, first_name, last_name });
});

function matches(search: string): BookEntry[] {
  return BOOK.filter((entry) =>
    `${entry.first_name} ${entry.last_name}`.toLowerCase().includes(search.toLowerCase()),
  );
}

const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

function Book() {
  const [picked, setPicked] = useState<BookEntry | null>(null);
  return (
    <AddressBookPicker
      picked={picked}
      onPick={setPicked}
      onClear={() => {
        setPicked(null);
      }}
    />
  );
}

const opener = () => screen.getByRole('button', { name: /^Client book/ });

async function openBook() {
  const { user } = renderPart(<Book />);
  await user.click(opener());
  const box = await screen.findByPlaceholderText(SEARCH);
  await screen.findByRole('option', { name: /^Ada Byron/ });
  return { user, box };
}

beforeEach(() => {
  server.use(
    http.get('/api/clients/', async ({ request }) => {
      await delay(150);
      const clients = matches(new URL(request.url).searchParams.get('search') ?? '');
      return HttpResponse.json({ clients, count: clients.length, page: 1, pages: 1 });
    }),
  );
});

describe('the search in the client book', () => {
  test('has the focus at the first opening', async () => {
    const { box } = await openBook();
    await expectFocus(box);
  });

  test.each([
    ['grace', 200],
    ['leah', 400],
    ['zo', 620],
  ])('picks the client whom the text means: "%s", Enter after %i ms', async (typed, wait) => {
    const { user, box } = await openBook();
    await user.type(box, typed);
    await pause(wait);
    await user.keyboard('{Enter}');
    const [named] = matches(typed);
    await waitFor(() => {
      expect(opener()).toHaveTextContent(`${named?.first_name} ${named?.last_name}`);
    });
  });

  test.each([
    ['hopper', 0],
    ['lee', 550],
  ])('picks nobody of an earlier list: "%s", Enter after %i ms', async (typed, wait) => {
    const { user, box } = await openBook();
    await user.type(box, typed);
    await pause(wait);
    await user.keyboard('{Enter}');
    const first = matches(typed)[0]?.first_name ?? '';
    await waitFor(() => {
      expect(screen.queryAllByRole('option')).toHaveLength(matches(typed).length);
    });
    expect(opener()).toHaveTextContent('Choose');
    const [marked] = screen.getAllByRole('option', { selected: true });
    expect(marked).toHaveTextContent(first);
    await user.keyboard('{Enter}');
    expect(opener()).toHaveTextContent(first);
  });

  test('keeps the entry to which the user moved', async () => {
    const { user, box } = await openBook();
    await user.type(box, 'hopper');
    await waitFor(() => {
      expect(screen.getAllByRole('option')).toHaveLength(2);
    });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(opener()).toHaveTextContent('Zoë Hopper');
  });

  test('chooses nothing where nobody matches', async () => {
    const { user, box } = await openBook();
    await user.type(box, 'nobody{Enter}');
    expect(await screen.findByText('No client matches “nobody”.')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(box).toBeInTheDocument();
  });
});
