import { formatUnits } from '@minerx/rules/money';
import { walletById } from '@minerx/rules/wallet';
import { listSwapPairs } from '../../../modules/swap/swap.query.ts';
import { percent, yesOrNo, type EntryKind } from './entry.ts';

interface Terms {
  spread: string;
  fee: string;
  min: string;
  max: string;
  offered: string;
}

const fieldsOf = ({ spread, fee, min, max, offered }: Terms) => [
  { flag: 'spread', label: 'Spread, %', value: spread, logged: 'spreadPpm', shown: percent },
  { flag: 'fee', label: 'Fee, %', value: fee, logged: 'feePpm', shown: percent },
  { flag: 'min', label: 'Least', value: min, logged: 'minUnits' },
  { flag: 'max', label: 'Most', value: max, logged: 'maxUnits' },
  { flag: 'offered', label: 'Offered', value: offered, logged: 'enabled' },
];

const set = { action: 'swap set', logged: 'swap.pair' } as const;
const wallet = (flag: string, label: string) => ({ flag, label, value: '', logged: flag });

/** Which wallets members change into which, and what the house keeps of it. */
export const pairs: EntryKind = {
  kind: 'swap',
  look: 'swap list',
  columns: ['Spread, %', 'Fee, %', 'Least', 'Most', 'Offered'],
  list: async (db) =>
    (await listSwapPairs(db)).map((pair) => {
      const [from, to] = [walletById(pair.from).name, walletById(pair.to).name];
      return {
        id: `swap.${pair.from}.${pair.to}`,
        name: `${from} to ${to}`,
        subject: `swap:${from}/${to}`,
        facts: [],
        changes: [
          {
            ...set,
            label: 'Change it',
            given: { from, to },
            fields: fieldsOf({
              spread: percent(pair.spreadPpm),
              fee: percent(pair.feePpm),
              min: formatUnits(pair.minUnits),
              max: formatUnits(pair.maxUnits),
              offered: yesOrNo(pair.enabled),
            }),
          },
        ],
      };
    }),
  blank: {
    id: 'swap.new',
    name: 'New pair',
    subject: null,
    facts: [],
    changes: [
      {
        ...set,
        label: 'Make it',
        given: {},
        fields: [
          wallet('from', 'From'),
          wallet('to', 'To'),
          ...fieldsOf({ spread: '', fee: '', min: '', max: '', offered: '' }),
        ],
      },
    ],
  },
};
