/**
 * A summary of the first step: the client, what is missing, Continue. A ticket beside the form, a bar below it on
 * small screens.
 */
import { formatList } from '@/lib/format';
import { measureBottomBar } from '@/ui/bottom-bar';
import { Button } from '@/ui/button';
import { CLIENT_FIELDS, missingFields, nameOf, type ClientForm } from './client-form';
import { filedClients } from './client-step-rules';
import { CLIENTS, stillNeeded } from './messages';
import type { PlatformAccount } from '@/entities/platform/accounts';

type Props = {
  client: ClientForm;
  /** The clients that were added before. */
  others: readonly ClientForm[];
  accounts: readonly PlatformAccount[];
  isNeeded: boolean;
  canGoOn: boolean;
};

export function ClientStepTicket(props: Props) {
  const { accounts, isNeeded } = props;
  const name = clientNames(props);
  return (
    <aside className="draft" aria-label={CLIENTS.summary}>
      <div className="rail-item rail-item-solo">
        <div className="ticket">
          <header className="ticket-head">
            <span>{isNeeded ? CLIENTS.onBehalf : CLIENTS.forYourself}</span>
            <span>{CLIENTS.draft}</span>
          </header>
          <p className="sentence">
            {isNeeded && (
              <>
                {CLIENTS.forClient[0]}
                {name === '' ? CLIENTS.open : <em>{name}</em>}
                {CLIENTS.forClient[1]}
              </>
            )}
            {CLIENTS.heldIn[isNeeded ? 0 : 1]}
            {accounts.length === 0 ? (
              CLIENTS.open
            ) : (
              <>
                <em>{formatList(accounts.map((account) => account.display_name))}</em>.
              </>
            )}
          </p>
          <p className="client-step-missing">{needs(props)}</p>
          <Continue {...props} block />
          <p className="hint draft-promise">{CLIENTS.next}</p>
        </div>
      </div>
    </aside>
  );
}

export function ClientStepBar(props: Props) {
  const name = clientNames(props);
  return (
    <div ref={measureBottomBar} className="draft-bar" data-bottom-bar="">
      <p>{props.isNeeded && name !== '' ? CLIENTS.forName(name) : CLIENTS.next}</p>
      <div>
        <span className="hint">{needs(props)}</span>
        <Continue {...props} />
      </div>
    </div>
  );
}

function Continue({ canGoOn, block = false }: Props & { block?: boolean }) {
  return (
    <Button type="submit" variant="primary" block={block} disabled={!canGoOn}>
      {CLIENTS.continue}
    </Button>
  );
}

function needs({ client, accounts, isNeeded, canGoOn }: Props): string {
  if (accounts.length === 0) return CLIENTS.chooseAccount;
  if (canGoOn) return CLIENTS.allIn;
  return isNeeded ? stillNeeded(missingFields(client), CLIENT_FIELDS.length) : CLIENTS.allIn;
}

function clientNames({ client, others }: Props): string {
  return CLIENTS.names(filedClients(client, others).map(nameOf));
}
