import { formatUnits } from '@minerx/rules/money';
import { standingRulesFrom } from '@minerx/rules/team';
import { WALLET } from '@minerx/rules/wallet';
import type { Db } from '../../../db/transaction.ts';
import { readPriceSettings } from '../../../modules/market/price-band.query.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { percent, type Entry, type EntryKind } from './entry.ts';

const standing = async (db: Db): Promise<Entry> => {
  const rules = standingRulesFrom(await getSetting(db, 'foundation_rule'), await getSetting(db, 'legacy_rule'));
  const capital = formatUnits(rules.foundationCapitalUnits);
  const sponsors = String(rules.foundationDirectSponsors);
  const sales = formatUnits(rules.legacyGroupSalesUnits);
  const now = `Foundation: ${capital} of capital and ${sponsors} sponsored; Legacy: ${sales} of group sales`;
  return {
    id: 'rule.standing',
    name: 'Foundation and Legacy',
    subject: 'setting:standing',
    facts: [{ label: 'Now', value: now }],
    changes: [
      {
        action: 'team rules',
        label: 'Change them',
        given: {},
        logged: 'team.rules',
        fields: [
          { flag: 'capital', label: 'Foundation: own capital', value: capital, logged: 'foundation_rule.capital' },
          {
            flag: 'sponsors',
            label: 'Foundation: members sponsored',
            value: sponsors,
            logged: 'foundation_rule.direct_sponsor',
          },
          { flag: 'sales', label: 'Legacy: group sales', value: sales, logged: 'legacy_rule.group_sales' },
        ],
      },
    ],
  };
};

const addressHold = async (db: Db): Promise<Entry> => {
  const hours = String(await getSetting(db, 'withdrawal_address_hold_hours'));
  return {
    id: 'rule.address_hold',
    name: 'New withdrawal addresses wait',
    subject: 'setting:withdrawal_address_hold_hours',
    facts: [{ label: 'Now', value: `${hours} h` }],
    changes: [
      {
        action: 'withdrawal hold',
        label: 'Change it',
        given: {},
        logged: 'withdrawal_address.hold',
        fields: [{ flag: 'hours', label: 'Hours', value: hours, logged: '' }],
      },
    ],
  };
};

const priceBand = async (db: Db): Promise<Entry> => {
  const value = percent((await readPriceSettings(db)).bandPpm);
  return {
    id: 'rule.price_band',
    name: 'A price of BTC may be off',
    subject: `wallet:${WALLET.BTC}`,
    facts: [{ label: 'Now', value: `${value} %` }],
    changes: [
      {
        action: 'price band',
        label: 'Change it',
        given: {},
        logged: 'price.band',
        fields: [{ flag: 'percent', label: 'Per cent', value, logged: '', shown: percent }],
      },
    ],
  };
};

/** Rules that hold for everybody. */
export const rules: EntryKind = {
  kind: 'rule',
  look: 'rank list',
  columns: ['Now'],
  list: (db) => Promise.all([standing(db), addressHold(db), priceBand(db)]),
};
