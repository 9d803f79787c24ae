/** The clients who get the same request besides the one in the form, as chips; and the button that adds the next. */
import { UserRoundPlus } from 'lucide-react';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { nameOf, type ClientForm } from './client-form';
import { MOST_CLIENTS } from './client-step-rules';
import { CLIENTS } from './messages';

type Props = {
  others: readonly ClientForm[];
  onAdd: () => void;
  onRemove: (client: ClientForm) => void;
};

export function MoreClients({ others, onAdd, onRemove }: Props) {
  // The client in the form is one of them.
  const isFull = others.length + 1 >= MOST_CLIENTS;
  return (
    <>
      {others.length > 0 && (
        <ul className="more-clients">
          {others.map((client, index) => (
            <li key={`${client.fields.email} ${index}`}>
              <Chip
                name={nameOf(client)}
                onRemove={() => {
                  onRemove(client);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="hint">{CLIENTS.tooMany(MOST_CLIENTS)}</p>
      ) : (
        <Button size="sm" onClick={onAdd}>
          <UserRoundPlus aria-hidden="true" />
          {CLIENTS.addAnother}
        </Button>
      )}
    </>
  );
}
