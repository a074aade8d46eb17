import { deviceName } from '@minerx/rules/device-name';
import type { ResultOf } from '@minerx/contract/call';
import type { operatorMember } from '@minerx/contract/operator/member';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { Amount } from '../../base/amount.tsx';
import { At } from '../../base/time.tsx';
import { DataTable } from '../../base/list/data-table.tsx';
import { Code, Panel } from '../../base/record/record.tsx';
import styles from './member.module.css';

type Shown = ResultOf<typeof operatorMember>;

const GATES: Readonly<Record<Shown['wrong'][number]['gate'], string>> = {
  login: 'Password',
  pin: 'PIN',
  factor: 'Second factor',
};

export function MemberOverview({ record }: { record: Shown }) {
  const { sessions, addresses, wrong } = record;
  return (
    <>
      <div className={styles.pair}>
        <Wallets record={record} />
        <Person record={record} />
      </div>
      <Panel title="Signed in on">
        {sessions.length === 0 ? (
          <p className={styles.none}>Nowhere.</p>
        ) : (
          <DataTable
            label="Sessions"
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Device',
                wide: true,
                cell: ({ device }) => <span title={device}>{deviceName(device) ?? device}</span>,
              },
              { head: 'Address', cell: ({ address }) => address },
              { head: 'Since', cell: ({ since }) => <At at={since} /> },
              { head: 'Last used', cell: ({ used_at: at }) => <At at={at} /> },
            ]}
          />
        )}
      </Panel>
      <Panel title="Wrong tries">
        {wrong.length === 0 ? (
          <p className={styles.none}>None since the right ones.</p>
        ) : (
          <DataTable
            label="Wrong tries"
            rows={wrong}
            keyOf={({ gate }) => gate}
            columns={[
              { head: 'What', wide: true, cell: ({ gate }) => GATES[gate] },
              { head: 'Wrong', end: true, cell: ({ failures }) => failures },
              { head: 'Locks in a row', end: true, cell: ({ locks }) => locks },
              { head: 'Locked until', cell: ({ locked_until: at }) => (at === null ? '' : <At at={at} />) },
              { head: 'Last', cell: ({ at }) => <At at={at} /> },
            ]}
          />
        )}
      </Panel>
      <Panel title="Addresses to withdraw to">
        {addresses.length === 0 ? (
          <p className={styles.none}>None is saved.</p>
        ) : (
          <DataTable
            label="Addresses"
            rows={addresses}
            keyOf={({ wallet, network }) => `${wallet} ${network}`}
            columns={[
              { head: 'Coin', cell: ({ wallet }) => wallet },
              { head: 'Network', cell: ({ network }) => network },
              { head: 'Address', wide: true, cell: ({ address }) => <Code>{address}</Code> },
              { head: 'Saved', cell: ({ saved_at: at }) => <At at={at} /> },
            ]}
          />
        )}
      </Panel>
    </>
  );
}

function Wallets({ record: { wallets, orders } }: { record: Shown }) {
  return (
    <Panel title="Wallets and orders">
      <Facts small quiet>
        {wallets.map(({ wallet, balance }) => (
          <Fact key={wallet} label={wallet}>
            <Amount value={balance} wallet={wallet} bare />
          </Fact>
        ))}
        {orders.map(({ state, count }) => (
          <Fact key={state} label={`Orders ${state}`}>
            <span className="figure">{count}</span>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

function Person({ record }: { record: Shown }) {
  const { Link } = useUi();
  const { member, mobile, community, language, referral_code: code, sponsor, terms, team } = record;
  return (
    <Panel title="Person and team">
      <Facts small quiet>
        <Fact label="Mobile">{mobile}</Fact>
        <Fact label="Country">{member.country}</Fact>
        <Fact label="Language">{language}</Fact>
        <Fact label="Community">{community}</Fact>
        <Fact label="Referral code">{code}</Fact>
        <Fact label="Sponsor">
          {sponsor === null ? 'None' : <Link to={`/members/${sponsor.id}`}>{sponsor.username}</Link>}
        </Fact>
        <Fact label="Terms">{terms === null ? 'Not agreed to' : `Version ${terms.version}`}</Fact>
        <Fact label="Team">{`${team.direct} direct, ${team.group} in all`}</Fact>
        <Fact label="Own capital">
          <Amount value={team.capital} wallet="USDT" />
        </Fact>
        <Fact label="Sales of the team">
          <Amount value={team.group_sales} wallet="USDT" />
        </Fact>
      </Facts>
    </Panel>
  );
}
