/** Adds a client to the book, or changes one: person, cards on file, deletion. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import type { BookEntry } from '@/api/reservation-types';
import { platformName } from '@/entities/platform/platforms';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { ConfirmButtons, Dialog } from '@/ui/overlays/dialog';
import {
  EMPTY_CLIENT,
  personOf,
  PERSON_FIELDS,
  stepErrors,
  type ClientErrors,
  type ClientFields,
} from '../client-form';
import { PersonFields } from '../person-fields';
import { personErrors } from '../schema';
import { cardStates } from './card-state';
import { BOOK } from './messages';
import { useDeleteClient, useForgetCard, useSaveClient } from './mutations';
import '../clients.css';

type Props = {
  /** Null to add one. */
  client: BookEntry | null;
  onClose: () => void;
};

export function ClientDialog({ client, onClose }: Props) {
  const [fields, setFields] = useState<ClientFields>(() => ({
    ...EMPTY_CLIENT.fields,
    ...(client === null ? {} : personOf(client)),
  }));
  const [errors, setErrors] = useState<ClientErrors>({});
  const [isDeleting, setIsDeleting] = useState(false);
  const save = useSaveClient(client?.id ?? null);
  const remove = useDeleteClient();

  const refuse = (found: ClientErrors) => {
    setErrors(found);
    const first = PERSON_FIELDS.find((field) => found[field] !== undefined);
    // After the paint, which says what is wrong with it.
    if (first !== undefined) setTimeout(() => document.getElementsByName(first)[0]?.focus());
    return first !== undefined;
  };
  const submit = () => {
    if (save.isPending || refuse(personErrors(fields))) return;
    save.mutate(fields, {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof ApiError) refuse(stepErrors(error.errors));
      },
    });
  };

  if (client !== null && isDeleting) {
    return (
      <Dialog
        onClose={onClose}
        title={BOOK.removeTitle(`${client.first_name} ${client.last_name}`)}
        description={BOOK.removeText}
        footer={
          <ConfirmButtons
            keep={BOOK.keep}
            confirm={BOOK.remove}
            pending={remove.isPending}
            pendingLabel={BOOK.removing}
            onKeep={onClose}
            onConfirm={() => {
              remove.mutate(client.id, { onSuccess: onClose });
            }}
          />
        }
      >
        {remove.isError && (
          <Notice tone="unsuccessful" title={BOOK.notDeleted}>
            {messageOf(remove.error)}
          </Notice>
        )}
      </Dialog>
    );
  }
  // A refusal of a field stands at the field.
  const refusal =
    save.isError && PERSON_FIELDS.every((field) => errors[field] === undefined)
      ? messageOf(save.error)
      : null;
  return (
    <Dialog
      wide
      onClose={onClose}
      title={client === null ? BOOK.addTitle : `${client.first_name} ${client.last_name}`}
      footer={
        <>
          {client !== null && (
            <Button
              variant="quiet"
              className="client-delete"
              onClick={() => {
                setIsDeleting(true);
              }}
            >
              {BOOK.remove}
            </Button>
          )}
          <Button onClick={onClose}>{BOOK.cancel}</Button>
          <Button
            variant="ink"
            type="submit"
            form="client-form"
            pending={save.isPending}
            pendingLabel={BOOK.saving}
          >
            {BOOK.save}
          </Button>
        </>
      }
    >
      <form
        id="client-form"
        noValidate
        autoComplete="off"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {refusal !== null && (
          <Notice tone="unsuccessful" title={BOOK.notSaved}>
            {refusal}
          </Notice>
        )}
        <PersonFields
          fields={fields}
          errors={errors}
          onChange={(change) => {
            const touched = Object.keys(change);
            setErrors((known) =>
              Object.fromEntries(Object.entries(known).filter(([name]) => !touched.includes(name))),
            );
            setFields((known) => ({ ...known, ...change }));
          }}
        />
      </form>
      {client !== null && <Cards client={client} />}
    </Dialog>
  );
}

function Cards({ client }: { client: BookEntry }) {
  const forget = useForgetCard(client.id);
  const [now] = useState(() => new Date());
  const states = cardStates(client.cards, { now, platformName });
  return (
    <section className="client-cards">
      <h3>{BOOK.cards}</h3>
      {forget.isError && <Notice tone="unsuccessful" title={messageOf(forget.error)} />}
      {forget.data !== undefined && <Notice tone="confirmed" title={forget.data.message} />}
      {states.length === 0 ? (
        <p className="hint">{BOOK.cardsHelp}</p>
      ) : (
        <ul>
          {states.map(({ account_id, mask, where, text, works }) => {
            const isPending = forget.isPending && forget.variables === account_id;
            return (
              <li key={account_id}>
                <span className="mono">{mask}</span>
                <span className="hint">
                  {where}
                  <span className={works ? undefined : 'client-card-off'}>{text}</span>
                </span>
                <Button
                  size="sm"
                  pending={isPending}
                  pendingLabel={BOOK.forgetting}
                  aria-label={BOOK.forgetCard(mask, where)}
                  onClick={() => {
                    forget.mutate(account_id);
                  }}
                >
                  {BOOK.forget}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <Link
        to="/reservations"
        search={{ client: `${client.first_name} ${client.last_name}` }}
        className="link"
      >
        {BOOK.allRequests}
      </Link>
    </section>
  );
}
