import { setCountry } from '../../modules/country/country.command.ts';
import { listCountries } from '../../modules/country/country.query.ts';
import { choice, defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

const LONGEST_NAME = 80;

export const countryCommands = [
  defineOperatorCommand({
    name: 'country list',
    grant: GRANTS.all,
    summary:
      'Countries with number, calling code and whether the shared contract is closed there; --closed yes shows only those.',
    flags: { closed: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { closed }) => {
      const rows = (await listCountries(context.pool)).filter(({ sharedClosed }) => closed !== 'yes' || sharedClosed);
      for (const { id, iso2, name, nameZh, callingCode, sharedClosed } of rows) {
        print(
          `${String(id).padStart(3)}  ${iso2}  +${callingCode.padEnd(4)}  ${name} ${nameZh}${sharedClosed ? '  shared contract closed' : ''}`,
        );
      }
    },
  }),
  defineOperatorCommand({
    name: 'country set',
    grant: GRANTS.admin,
    summary:
      'Changes names and calling code of a country, and closes or opens the shared contract (bought or by voucher) to its members.',
    flags: {
      id: { hint: '211', kind: 'whole', required: true },
      name: { hint: 'English name', kind: 'text' },
      'name-zh': { hint: 'Chinese name', kind: 'text' },
      'calling-code': { hint: '60', kind: 'text' },
      shared: choice('open', 'closed'),
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, name, 'name-zh': nameZh, 'calling-code': code, shared, reason }) => {
      const sharedClosed = shared === undefined ? undefined : shared === 'closed';
      for (const [field, text] of Object.entries({ name, 'name-zh': nameZh })) {
        if (text !== undefined && text.length > LONGEST_NAME)
          throw new OperatorProblem('A name has at most 80 letters.', field);
      }
      if (code !== undefined && !/^\d{1,4}$/.test(code))
        throw new OperatorProblem('--calling-code is one to four digits.', 'calling-code');
      if (!(await listCountries(context.pool)).some((known) => known.id === id)) {
        throw new OperatorProblem(`There is no country ${id}; see country list.`);
      }
      const input = { id, name, nameZh, callingCode: code, sharedClosed, actor, reason };
      const after = await setCountry(context, input);
      print(
        `${id}  +${after.callingCode}  ${after.name} ${after.nameZh}: shared contract ${after.sharedClosed ? 'closed' : 'open'}`,
      );
    },
  }),
];
