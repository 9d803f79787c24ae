/** A platform's card for each state of its accounts. */
import { AccountCard } from '@/features/connect/account-card';
import { ACCOUNTS } from '@/features/connect/messages';
import { openTableConnected, resyConnected } from '@/features/connect/connected-account';
import { openTableAccount, user } from '@/testing/fixtures';
import { Button } from '@/ui/button';
import { GALLERY } from './messages';
import { Shelf, Specimen } from './specimen';

const form = () => <Button variant="ink">{GALLERY.platformForm}</Button>;
const resy = user().resy_accounts.map(resyConnected);
const openTable = openTableConnected(openTableAccount);

export function Accounts() {
  return (
    <Shelf wide>
      <Specimen name="not connected">
        <AccountCard source="resy" accounts={[]} form={form} />
      </Specimen>
      <Specimen name="connected">
        <AccountCard source="resy" accounts={resy} form={form} />
      </Specimen>
      <Specimen name="a code is on its way">
        <AccountCard source="opentable" accounts={[]} waitsFor={ACCOUNTS.waiting} form={form} />
      </Specimen>
      <Specimen name="two, one ran out, one not verified yet">
        <AccountCard
          source="opentable"
          accounts={[
            { ...openTable, status: 'needs_reconnect' },
            { ...openTable, id: 12, username: '+12125550123', verified_at: null },
          ]}
          form={form}
        />
      </Specimen>
    </Shelf>
  );
}
