import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { listCountries } from '../../../modules/country/country.query.ts';
import { listCursors } from '../../../modules/deposit/chain-cursor.query.ts';
import { listAssetTerms, listNetworkTerms } from '../../../modules/withdrawal/network-terms.query.ts';
import { readingOf } from '../../money/withdrawal-terms.ts';
import { onOrOff, type EntryKind } from './entry.ts';

const openOrClosed = (closed: unknown): string => (closed === true ? 'closed' : 'open');

/** Where members come from, and what is closed there. */
export const countries: EntryKind = {
  kind: 'country',
  look: 'country list',
  columns: ['Letters', 'Chinese name', 'Calling code', 'Shared contract'],
  list: async (db) =>
    (await listCountries(db)).map(({ id, iso2, name, nameZh, callingCode, sharedClosed }) => ({
      id: `country.${id}`,
      name,
      subject: `country:${id}`,
      facts: [
        { label: 'Number', value: String(id) },
        { label: 'Letters', value: iso2 },
      ],
      changes: [
        {
          action: 'country set',
          label: 'Change it',
          given: { id: String(id) },
          logged: 'country.set',
          fields: [
            { flag: 'name', label: 'English name', value: name, logged: 'name' },
            { flag: 'name-zh', label: 'Chinese name', value: nameZh, logged: 'nameZh' },
            { flag: 'calling-code', label: 'Calling code', value: callingCode, logged: 'callingCode' },
            {
              flag: 'shared',
              label: 'Shared contract',
              value: openOrClosed(sharedClosed),
              logged: 'sharedClosed',
              shown: openOrClosed,
            },
          ],
        },
      ],
    })),
};

/** Chains that value moves on: what is open, what is final, and whether we read them. */
export const networks: EntryKind = {
  kind: 'network',
  look: 'network list',
  columns: ['Deposits', 'Withdrawals', 'Blocks until final', 'Chain'],
  list: async (db) => {
    const [rows, cursors] = await Promise.all([listNetworkTerms(db), listCursors(db)]);
    return rows.map(({ networkId, deposits, withdrawals, confirmations, explorer }) => ({
      id: `network.${networkId}`,
      name: networkLabel(networkId),
      subject: `network:${networkLabel(networkId)}`,
      facts: [{ label: 'Chain', value: readingOf(cursors.find((each) => each.networkId === networkId)) }],
      changes: [
        {
          action: 'withdrawal network',
          label: 'Change it',
          given: { network: networkLabel(networkId) },
          logged: 'network.set',
          fields: [
            { flag: 'deposits', label: 'Deposits', value: onOrOff(deposits), logged: 'deposits', shown: isOn },
            {
              flag: 'withdrawals',
              label: 'Withdrawals',
              value: onOrOff(withdrawals),
              logged: 'withdrawals',
              shown: isOn,
            },
            {
              flag: 'confirmations',
              label: 'Blocks until final',
              value: String(confirmations),
              logged: 'confirmations',
            },
            { flag: 'explorer', label: 'Explorer', value: explorer ?? 'none', logged: 'explorer' },
          ],
        },
      ],
    }));
  },
};

const isOn = (logged: unknown): string => onOrOff(logged === true);

/** A coin on a network: on which terms it leaves, comes in and rests. */
export const coins: EntryKind = {
  kind: 'coin',
  look: 'network list',
  columns: ['Withdrawals', 'Fee', 'Least withdrawn', 'Deposits', 'Least credited'],
  list: async (db) =>
    (await listAssetTerms(db)).map((row) => {
      const [wallet, network] = [walletById(row.walletId).name, networkLabel(row.networkId)];
      const given = { wallet, network };
      const amount = (flag: string, label: string, units: bigint | null, logged: string) => {
        return { flag, label, value: units === null ? 'none' : formatUnits(units), logged };
      };
      return {
        id: `coin.${row.walletId}.${row.networkId}`,
        name: `${wallet} on ${network}`,
        subject: `asset-network:${wallet}/${network}`,
        facts: [],
        changes: [
          {
            action: 'withdrawal terms',
            label: 'Change how it leaves',
            given,
            logged: 'withdrawal.terms',
            fields: [
              {
                flag: 'withdrawals',
                label: 'Withdrawals',
                value: onOrOff(row.enabled),
                logged: 'enabled',
                shown: isOn,
              },
              amount('fee', 'Fee', row.feeUnits, 'fee'),
              amount('minimum', 'Least withdrawn', row.minimumUnits, 'minimum'),
              amount('limit', 'Most a member withdraws a day', row.dailyLimitUnits, 'dailyLimit'),
              amount('second', 'Two operators above', row.twoOperatorsAboveUnits, 'twoOperatorsAbove'),
            ],
          },
          {
            action: 'wallet terms',
            label: 'Change how it comes in and rests',
            given,
            logged: 'withdrawal.terms',
            fields: [
              { flag: 'deposits', label: 'Deposits', value: onOrOff(row.deposits), logged: 'deposits', shown: isOn },
              amount('minimum', 'Least credited', row.minimumDepositUnits, 'minimumDeposit'),
              amount('sweep', 'Addresses are swept from', row.sweepFromUnits, 'sweepFrom'),
              amount('cold', 'Hot wallet is too full above', row.coldAboveUnits, 'coldAbove'),
            ],
          },
          {
            action: 'wallet terms',
            label: 'Name its contract',
            given,
            logged: 'withdrawal.terms',
            fields: [
              {
                flag: 'contract',
                label: 'Contract',
                value: row.contract ?? 'not known',
                logged: 'contract',
                anew: true,
              },
              { flag: 'decimals', label: 'Decimals', value: String(row.decimals), logged: 'decimals', anew: true },
            ],
          },
        ],
      };
    }),
};
