import { parseAllowedMethods, paymentMethods } from '@minerx/rules/payment-method';
import { setCommunity } from '../../modules/community/community.command.ts';
import { listCommunities } from '../../modules/community/community.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';
import { counted } from '../counted.ts';
import { requireMember } from '../people/require-member.ts';

export const communityCommands = [
  defineOperatorCommand({
    name: 'community list',
    grant: GRANTS.all,
    summary: 'Communities with their payment methods and how many members they have.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, name, methods, members } of await listCommunities(context.pool)) {
        print(`${id}  ${name.padEnd(20)} methods ${methods.padEnd(12)} ${counted(members, 'member')}`);
      }
    },
  }),
  defineOperatorCommand({
    name: 'community set',
    grant: GRANTS.admin,
    summary: 'Creates a community or changes its name and payment methods; --member also puts that member into it.',
    flags: {
      id: { hint: '1', kind: 'whole', required: true },
      methods: { hint: '"1|2"', kind: 'text' },
      name: { hint: 'name', kind: 'text' },
      member: { hint: 'email', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, methods, name, member, reason }) => {
      if (methods !== undefined && !isMethodList(methods)) {
        throw new OperatorProblem(
          `--methods is a list such as "1|2" of payment methods ${paymentMethods().join(', ')}`,
          'methods',
        );
      }
      if (member !== undefined) await requireMember(context.pool, member);
      const known = (await listCommunities(context.pool)).some((community) => community.id === id);
      if (!known && (name === undefined || methods === undefined)) {
        throw new OperatorProblem(`There is no community ${id}; give --name and --methods to create it.`);
      }
      const after = await setCommunity(context, { id, name, methods, member, actor, reason });
      print(`Community ${id} ${after.name}: payment methods ${after.methods}${member ? `, now with ${member}` : ''}`);
    },
  }),
];

/** As it would be read: methods that there are, each once. */
const isMethodList = (text: string): boolean => parseAllowedMethods(text).join('|') === text;
