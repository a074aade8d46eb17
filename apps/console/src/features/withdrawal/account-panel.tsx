import type { Account } from '@minerx/contract/operator/list';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { At } from '../../base/time.tsx';
import { Panel } from '../../base/record/record.tsx';

const CHANGES = {
  reset: 'Reset of password and PIN, second factor or email',
  password: 'Password changed',
  pin: 'PIN changed',
  factor_on: 'Second factor switched on',
  factor_off: 'Second factor switched off',
  factor_lost: 'Lost second factor taken away',
  recovery: 'New recovery codes',
  passkey_on: 'Passkey added',
  passkey_off: 'Passkey removed',
  email: 'Email address changed',
} satisfies Record<Account['changes'][number]['kind'], string>;

/** Whose it is, and what the account went through in the last thirty days. */
export function AccountPanel({ account }: { account: Account }) {
  const { Link } = useUi();
  return (
    <Panel title="Account">
      <Facts small quiet>
        <Fact label="Member">
          <Link to={`/members/${account.member_id}`}>{account.name}</Link>
        </Fact>
        <Fact label="Email">{account.email}</Fact>
        <Fact label="Since">
          <At at={account.since} />
        </Fact>
        <Lately account={account} />
      </Facts>
    </Panel>
  );
}

/** What the account went through in the last thirty days, and whether anything may leave it. */
export function Lately({ account }: { account: Account }) {
  return (
    <>
      {account.frozen && (
        <Fact label="State">
          <Chip tone="danger">Frozen</Chip>
        </Fact>
      )}
      {account.held_until !== null && (
        <Fact label="Nothing leaves before">
          <At at={account.held_until} />
        </Fact>
      )}
      {account.changes.map(({ kind, at }) => (
        <Fact key={at} label={CHANGES[kind]}>
          <At at={at} />
        </Fact>
      ))}
      {account.changes.length === 0 && <Fact label="Password, PIN, second factor">Unchanged for 30 days</Fact>}
    </>
  );
}
