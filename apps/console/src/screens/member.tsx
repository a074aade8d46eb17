import type { ResultOf } from '@minerx/contract/call';
import { operatorMember } from '@minerx/contract/operator/member';
import { Facts } from '@minerx/ui/facts';
import { Chip } from '@minerx/ui/chip';
import { useParams, useSearch } from '@tanstack/react-router';
import { At } from '../base/time.tsx';
import { States } from '../base/list/filters.tsx';
import { MemberDecisions } from '../features/member/member-decisions.tsx';
import { MemberLedger, MemberOrders } from '../features/member/member-lists.tsx';
import { MemberOverview } from '../features/member/member-overview.tsx';
import { Columns, Heading, Panel, RecordPage } from '../base/record/record.tsx';
import { Lately } from '../features/withdrawal/account-panel.tsx';

const TABS = [
  ['overview', 'Overview'],
  ['ledger', 'Ledger'],
  ['orders', 'Orders'],
] as const;

/** One member, with what can be done about the account. */
export function MemberScreen() {
  const { id } = useParams({ from: '/inside/members/$id' });
  return (
    <RecordPage call={operatorMember} query={{ id }} back={{ to: '/members', label: 'Members' }}>
      {(record) => <Member record={record} />}
    </RecordPage>
  );
}

function Member({ record }: { record: ResultOf<typeof operatorMember> }) {
  const { member, account } = record;
  const search = useSearch({ from: '/inside/members/$id' });
  return (
    <>
      <Heading title={member.name} chips={member.frozen && <Chip tone="danger">Frozen</Chip>}>
        {member.username}, {member.email}, member {member.id}, since <At at={member.since} />
      </Heading>
      <States label="About the member" name="tab" options={TABS} search={search} />
      {search.tab === 'ledger' ? (
        <MemberLedger id={member.id} search={search} />
      ) : search.tab === 'orders' ? (
        <MemberOrders id={member.id} search={search} />
      ) : (
        <Columns
          main={<MemberOverview record={record} />}
          audit={record.audit}
          side={
            <>
              <MemberDecisions member={member} />
              <Panel title="Lately">
                <Facts small quiet>
                  <Lately account={account} />
                </Facts>
              </Panel>
            </>
          }
        />
      )}
    </>
  );
}
