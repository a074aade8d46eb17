import type { Pool } from 'pg';
import { minuteOf } from '@minerx/rules/utc-time';
import { OPERATOR_ROLES, type OperatorRole } from '@minerx/contract/operator/role';
import { isValidEmail } from '@minerx/rules/member';
import {
  changeOperatorRole,
  endInvitation,
  inviteOperator,
  switchOperator,
} from '../../modules/operator/operator.command.ts';
import { findOperatorByEmail, listInvited, listOperators } from '../../modules/operator/operator.store.ts';
import { defineOperatorCommand, GRANTS, EMAIL, OperatorProblem, REASON } from '../command.ts';
import { explained } from '../explained.ts';

const ROLE = { hint: OPERATOR_ROLES.join('|'), kind: 'text', required: true } as const;
const NAME = { hint: 'full name', kind: 'text', required: true } as const;

const requireRole = (text: string): OperatorRole => {
  const role = OPERATOR_ROLES.find((known) => known === text);
  if (role === undefined)
    throw new OperatorProblem(`--role must be one of ${OPERATOR_ROLES.join(', ')}, not "${text}"`);
  return role;
};

const requireEmail = (text: string): string => {
  if (!isValidEmail(text)) throw new OperatorProblem(`--email is no address: "${text}"`);
  return text.toLowerCase();
};

/** @throws OperatorProblem where nobody would be left to decide who is an operator */
const requireOtherAdmin = async (pool: Pool, email: string): Promise<void> => {
  const admins = (await listOperators(pool)).filter(({ role, disabledAt }) => role === 'admin' && disabledAt === null);
  if (admins.length === 1 && admins[0]!.email === email)
    throw new OperatorProblem(
      `${email} is the only admin: nobody could set prices, invite operators or let them in again. Make another one admin first.`,
      'email',
    );
};

/** What may stand in the way, of whom. */
const sentencesOf = (email: string): Readonly<Record<string, string>> => ({
  err_conflict: `${email} is an operator already.`,
  err_not_found: `There is no operator ${email}.`,
});

export const operatorCommands = [
  defineOperatorCommand({
    name: 'operator list',
    grant: GRANTS.all,
    summary: 'Operators with their roles and when they were last here.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { email, name, role, disabledAt, lastUsedAt } of await listOperators(context.pool)) {
        const last = lastUsedAt === null ? 'never here' : `last ${minuteOf(lastUsedAt)}`;
        print(
          `${email.padEnd(32)} ${role.padEnd(8)} ${last.padEnd(24)} ${name}${disabledAt === null ? '' : ' (DISABLED)'}`,
        );
      }
      for (const { email, role, expiresAt } of await listInvited(context.pool, new Date(context.expiryClock.now())))
        print(`${email.padEnd(32)} ${role.padEnd(8)} invited until ${minuteOf(expiresAt)}`);
    },
  }),
  defineOperatorCommand({
    name: 'operator invite',
    grant: GRANTS.people,
    summary: 'Mails somebody a link, good once and for two days, by which they become an operator.',
    flags: { email: EMAIL, name: NAME, role: ROLE, reason: REASON },
    run: async ({ context, print, actor }, { email, name, role, reason }) => {
      const input = { email: requireEmail(email), name, role: requireRole(role) };
      await explained(inviteOperator(context, input, { actor, reason }), sentencesOf(email));
      print(`The link goes to ${input.email} alone.`);
    },
  }),
  defineOperatorCommand({
    name: 'operator role',
    grant: GRANTS.people,
    summary: 'Gives an operator another role, from the next action on.',
    flags: { email: EMAIL, role: ROLE, reason: REASON },
    run: async ({ context, print, actor }, { email, role, reason }) => {
      const [address, after] = [requireEmail(email), requireRole(role)];
      if (after !== 'admin') await requireOtherAdmin(context.pool, address);
      await explained(changeOperatorRole(context, address, after, { actor, reason }), sentencesOf(email));
      print(`${email} is ${role} now.`);
    },
  }),
  defineOperatorCommand({
    name: 'operator disable',
    grant: GRANTS.terms,
    summary:
      'Ends the sessions of an operator, who cannot sign in any more, and the link of whoever is invited under the email.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print, actor }, { email, reason }) => {
      const [address, why] = [requireEmail(email), { actor, reason }];
      await requireOtherAdmin(context.pool, address);
      const isOperator = (await findOperatorByEmail(context.pool, address)) !== null;
      const done = isOperator ? switchOperator(context, address, false, why) : endInvitation(context, address, why);
      await explained(done, sentencesOf(email));
      print(`${email} cannot ${isOperator ? 'sign in any more' : 'become an operator by the link'}.`);
    },
  }),
  defineOperatorCommand({
    name: 'operator enable',
    grant: GRANTS.people,
    summary: 'Lets a disabled operator sign in again.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print, actor }, { email, reason }) => {
      await explained(switchOperator(context, requireEmail(email), true, { actor, reason }), sentencesOf(email));
      print(`${email} can sign in again.`);
    },
  }),
];
