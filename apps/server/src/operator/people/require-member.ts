import type { Pool } from 'pg';
import { findMemberByEmail, type FoundMember } from '../../modules/member/member-lookup.query.ts';
import { OperatorProblem } from '../command.ts';

/** The member with that email, or a problem in plain words. */
export const requireMember = async (pool: Pool, email: string): Promise<FoundMember> => {
  const found = await findMemberByEmail(pool, email);
  if (found === null) throw new OperatorProblem(`There is no member with the email ${email}.`);
  return found;
};
