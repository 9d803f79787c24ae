/** A platform's card for each state of its accounts. */
import { AccountCard } from '@/features/connect/account-card';
import { ACCOUNTS } from '@/features/connect/messages';
import { atPlatform, openTableAccount, user } from '@/testing/fixtures';
import { PLATFORMS } from '@/testing/platforms';
import { Button } from '@/ui/button';
import { GALLERY } from './messages';
import { Shelf, Specimen } from './specimen';

const form = () => <Button variant="ink">{GALLERY.platformForm}</Button>;
const [platform, other] = PLATFORMS;
const phone = atPlatform(openTableAccount);

export function Accounts() {
  return (
    <Shelf wide>
      <Specimen name="not connected">
        <AccountCard platform={platform} accounts={[]} form={form} />
      </Specimen>
      <Specimen name="connected">
        <AccountCard platform={platform} accounts={user().platform_accounts} form={form} />
      </Specimen>
      <Specimen name="a code is on its way">
        <AccountCard platform={other} accounts={[]} waitsFor={ACCOUNTS.waiting} form={form} />
      </Specimen>
      <Specimen name="two, one ran out, one not verified yet">
        <AccountCard
          platform={other}
          accounts={[
            { ...phone, status: 'needs_reconnect' },
            { ...phone, id: 12, username: '+12125550123', verified_at: null },
          ]}
          form={form}
        />
      </Specimen>
    </Shelf>
  );
}
