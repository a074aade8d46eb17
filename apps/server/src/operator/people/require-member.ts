import type { Pool } from 'pg';
import { findMemberByEmail, type FoundMember } from '../../modules/member/member-lookup.query.ts';
import { OperatorProblem, type OperatorHouse } from '../command.ts';

/** The member with that email, or a problem in plain words. */
export const requireMember = async (pool: Pool, email: string): Promise<FoundMember> => {
  const found = await findMemberByEmail(pool, email);
  if (found === null) throw new OperatorProblem(`There is no member with the email ${email}.`);
  return found;
};

/** Of a proposal: whom its address is of. */
export const nameOf = (found: FoundMember | null): string =>
  found === null ? 'nobody' : `${found.id} ${found.username}`;

/** The same, of what two agree to: nobody but whom the address was of when it was proposed. */
export const requireMeant = async ({ context, meant }: OperatorHouse, email: string): Promise<FoundMember> => {
  const found = await findMemberByEmail(context.pool, email);
  if (meant !== undefined) requireSame({ member: meant }, { member: nameOf(found) });
  return found ?? requireMember(context.pool, email);
};

/** What was proposed from another value is intended by nobody. @throws OperatorProblem that says which it is */
export const requireSame = (before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): void => {
  const changed = Object.entries(before).filter(([field, value]) => now[field] !== value);
  if (changed.length === 0) return;
  const lines = changed.map(
    ([field, value]) => `${field} was ${value} when it was proposed, and is ${now[field]} now.`,
  );
  throw new OperatorProblem([...lines, 'Decline it, and propose what is wanted now.'].join('\n'));
};
