import { operatorMembers, type OperatorMember } from '@minerx/contract/operator/member';
import { Chip } from '@minerx/ui/chip';
import { useSearch } from '@tanstack/react-router';
import { At } from '../base/time.tsx';
import type { Column } from '../base/list/data-table.tsx';
import { Find } from '../base/list/filters.tsx';
import { ListPage } from '../base/list/list-page.tsx';

const COLUMNS: readonly Column<OperatorMember>[] = [
  { head: 'Username', cell: ({ username }) => username },
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Email', wide: true, cell: ({ email }) => email },
  { head: 'State', cell: ({ frozen }) => (frozen ? <Chip tone="danger">Frozen</Chip> : '') },
  { head: 'Country', cell: ({ country }) => country },
  { head: 'Number', end: true, cell: ({ id }) => id },
  { head: 'Since', cell: ({ since }) => <At at={since} /> },
];

/** Members, newest first, or those that a search finds. */
export function MembersScreen() {
  const search = useSearch({ from: '/inside/members' });
  return (
    <ListPage
      title="Members"
      call={operatorMembers}
      search={search}
      columns={() => COLUMNS}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/members/${id}`}
      empty="Nobody is found. Try how the email, username, name or mobile begins, the number, or the referral code."
      filters={<Find label="Email, username, name, mobile, number, code" name="search" search={search} />}
    />
  );
}
