/** The first step of a concierge's request (specification §2): the account that books, and the client. */
import { useEffect, useId, useState, type ReactNode } from 'react';
import type { User } from '@/api/types';
import { useModEnter } from '@/lib/use-mod-enter';
import { Checkbox } from '@/ui/checkbox';
import { FieldError } from '@/ui/field';
import { AccountPicker } from './account-picker';
import { AddressBookPicker } from './address-book-picker';
import { CardFields } from './card-fields';
import {
  changeFields,
  CLIENT_FIELDS,
  EMPTY_CLIENT,
  fitCard,
  fromAddressBook,
  isBlank,
  missingFields,
  type ClientErrors,
  type ClientField,
  type ClientFields,
  type ClientForm,
} from './client-form';
import { CLIENTS } from './messages';
import type { ChosenAccounts } from '@/entities/platform/accounts';
import { needsClient, selectedAccounts, stepIsComplete } from './client-step-rules';
import { MoreClients } from './more-clients';
import { PersonFields } from './person-fields';
import { clientErrors } from './schema';
import { ClientStepBar, ClientStepTicket } from './client-step-ticket';
import './clients.css';

type Props = {
  user: User;
  chosen: ChosenAccounts;
  onChosen: (chosen: ChosenAccounts) => void;
  client: ClientForm;
  onClient: (client: ClientForm) => void;
  /** The clients that were added before; null where a request is for one. */
  others: readonly ClientForm[] | null;
  onOthers: (others: readonly ClientForm[]) => void;
  /** The server's errors of this step, by field. */
  errors: ClientErrors;
  onErrors: (errors: ClientErrors) => void;
  /** Show the client book at once, while no client is entered. */
  opensBook?: boolean | undefined;
  /** `files`: file the request as well, if it is complete. */
  onContinue: (next: { files: boolean }) => void;
};

export function ClientStep(props: Props) {
  const { user, chosen, onChosen, client, onClient, onOthers, errors, onErrors } = props;
  const { opensBook, onContinue } = props;
  const others = props.others ?? [];
  // Each added client opens the book for the next.
  const [added, setAdded] = useState(0);
  const [pointed, setPointed] = useState(() => ({ at: firstWrong(errors) }));
  // After the paint: the click on Continue may also be the one that finds the error.
  useEffect(() => {
    if (pointed.at !== null) document.getElementsByName(pointed.at)[0]?.focus();
  }, [pointed]);

  const accounts = selectedAccounts(user, chosen);
  const isNeeded = needsClient(accounts);
  const set = (change: Partial<ClientFields>) => {
    const touched = Object.keys(change);
    onErrors(
      Object.fromEntries(Object.entries(errors).filter(([field]) => !touched.includes(field))),
    );
    onClient(changeFields(client, change));
  };
  const fill = (form: ClientForm) => {
    onErrors({});
    onClient(form);
  };
  const goOn = (files: boolean) => {
    const needsNone = !isNeeded || (others.length > 0 && isBlank(client));
    if (needsNone || accepts(client)) onContinue({ files });
  };
  const accepts = ({ fields }: ClientForm) => {
    const found = clientErrors(fields, new Date());
    onErrors(found);
    const first = firstWrong(found);
    if (first !== null) setPointed({ at: first });
    return first === null;
  };
  const addAnother = () => {
    const [missing] = missingFields(client);
    if (missing !== undefined) setPointed({ at: missing });
    else if (accepts(client)) {
      onOthers([...others, client]);
      onClient(EMPTY_CLIENT);
      setAdded(added + 1);
    }
  };
  const canGoOn = stepIsComplete(accounts, client, others);
  const state = { client, others, accounts, isNeeded, canGoOn };
  useModEnter(() => {
    if (state.canGoOn) goOn(true);
    else if (accounts.length === 0) setPointed({ at: 'account_error' });
    else setPointed({ at: missingFields(client)[0] ?? null });
  });

  return (
    <form
      className="request-form"
      noValidate
      // The browser offers to save what is typed into a form; a client's card must not be saved.
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (state.canGoOn) goOn(false);
      }}
    >
      <div>
        <Part title={CLIENTS.account} hint={CLIENTS.accountHelp} error={errors.account_error}>
          <AccountPicker
            user={user}
            chosen={chosen}
            onChosen={(next) => {
              onErrors({});
              onChosen(next);
              const ids = selectedAccounts(user, next).map(({ id }) => id);
              onClient(fitCard(client, ids, new Date()));
              onOthers(others.map((other) => fitCard(other, ids, new Date())));
            }}
          />
        </Part>
        {isNeeded ? (
          <>
            <Part title={CLIENTS.client} hint={CLIENTS.clientHelp} error={errors.client_error}>
              <AddressBookPicker
                key={added}
                picked={client.picked}
                opensAtFirst={(opensBook === true || added > 0) && client === EMPTY_CLIENT}
                onPick={(entry) => {
                  const ids = accounts.map(({ id }) => id);
                  fill(fromAddressBook(entry, ids, new Date()));
                }}
                onClear={() => {
                  fill(EMPTY_CLIENT);
                }}
              />
              <PersonFields
                // Another client has another country; the field keeps its own by name, so it is mounted again.
                key={client.picked?.id}
                fields={client.fields}
                errors={errors}
                onChange={set}
              >
                <div className="full-width">
                  <Checkbox
                    checked={client.save}
                    onChange={({ target }) => {
                      onClient({ ...client, save: target.checked });
                    }}
                  >
                    {CLIENTS.keep}
                  </Checkbox>
                </div>
              </PersonFields>
            </Part>
            <Part title={CLIENTS.card} hint={CLIENTS.cardHelp}>
              <CardFields client={client} errors={errors} onChange={set} />
            </Part>
            {props.others !== null && (
              <Part title={CLIENTS.more} hint={CLIENTS.moreHelp}>
                <MoreClients
                  others={others}
                  onAdd={addAnother}
                  onRemove={(removed) => {
                    onOthers(others.filter((other) => other !== removed));
                  }}
                />
              </Part>
            )}
          </>
        ) : (
          <Part title={CLIENTS.client} hint={CLIENTS.ownAccount} />
        )}
      </div>
      <ClientStepTicket {...state} />
      <ClientStepBar {...state} />
    </form>
  );
}

function Part({
  title,
  hint,
  error,
  children,
}: {
  title: string;
  hint: string;
  error?: string | undefined;
  children?: ReactNode;
}) {
  const titleId = useId();
  return (
    <section className="form-section">
      <h2 id={titleId}>{title}</h2>
      <p className="hint">{hint}</p>
      <div role="group" aria-labelledby={titleId}>
        {children}
      </div>
      <div aria-live="polite">{error !== undefined && <FieldError>{error}</FieldError>}</div>
    </section>
  );
}

/** The topmost field with an error takes the focus. */
function firstWrong(errors: ClientErrors): ClientField | 'account_error' | null {
  if (errors.account_error !== undefined) return 'account_error';
  return CLIENT_FIELDS.find((field) => errors[field] !== undefined) ?? null;
}
