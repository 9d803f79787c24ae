/** A page of the client book: a table, and a list of cards on narrow screens. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BookEntry } from '@/api/reservation-types';
import { platformName } from '@/entities/platform/platforms';
import { formatPhone, PHONE_DIGITS } from '@/lib/phone';
import { cardStates, worstCard, type CardState } from './card-state';
import { BOOK } from './messages';

type Props = { clients: readonly BookEntry[]; onOpen: (id: BookEntry['id']) => void };

export function ClientTable({ clients, onOpen }: Props) {
  const [now] = useState(() => new Date());
  return (
    <table className="client-table">
      <thead>
        <tr>
          {[BOOK.name, BOOK.email, BOOK.phone, BOOK.card, BOOK.requests].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <Row
            key={client.id}
            client={client}
            card={worstCard(cardStates(client.cards, { now, platformName }))}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { client: BookEntry; card: CardState | null; onOpen: Props['onOpen'] };

function Row({ client, card, onOpen }: RowProps) {
  const name = `${client.first_name} ${client.last_name}`;
  const open = client.open_groups.length;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="link client-name"
          aria-label={BOOK.change(name)}
          onClick={() => {
            onOpen(client.id);
          }}
        >
          {name}
        </button>
      </th>
      <td>{client.email}</td>
      <td>
        {client.phone.slice(0, -PHONE_DIGITS)} {formatPhone(client.phone.slice(-PHONE_DIGITS))}
      </td>
      <td>
        {card === null ? (
          <span className="hint">{BOOK.noCard}</span>
        ) : (
          <>
            <span className="mono">{card.mask}</span>{' '}
            <span className={card.works ? 'hint' : 'client-card-off'}>{card.text}</span>
          </>
        )}
      </td>
      <td>
        {open === 0 ? (
          <span className="hint client-none">{BOOK.none}</span>
        ) : (
          <Link to="/reservations" search={{ client: name }} className="link">
            {BOOK.open(open)} <span className="sr-only">{BOOK.ofClient(name)}</span>
          </Link>
        )}
      </td>
    </tr>
  );
}
