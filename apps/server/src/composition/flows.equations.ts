import { NETWORKS } from '@minerx/rules/network';
import { NETWORK_PLACES, networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import type { Equation } from '../ledger/equation.ts';
import { HOUSE_ACCOUNTS, TRANSFER_KINDS } from './ledger-tables.ts';

const places = (Object.keys(NETWORK_PLACES) as NetworkPlace[]).flatMap((place) =>
  NETWORKS.map(({ id }): [string, bigint] => [place, networkOwner(id, place)]),
);
const house = [...HOUSE_ACCOUNTS, ...places].map(([name, id]) => `WHEN ${id} THEN '${name}'`).join(' ');

/** Who an account belongs to: one of the house's, a place of it on a network, the member whom the transfer is about, a hold of that member, or who received it. */
const partyOf = (account: string, hold: string): string =>
  `CASE account_owner(p.${account}) ${house} WHEN t.member_id THEN 'member' WHEN t.receiver_id THEN 'receiver' ELSE CASE WHEN ${hold}.member_id = t.member_id THEN 'hold' ELSE 'stranger' END END`;

const allowed = [...TRANSFER_KINDS].flatMap(([kind, { ways }]) => ways.map((way) => `('${kind} ${way}')`)).join(', ');

/** What must hold of every movement of money, by the ways that all nouns bring. */
export const FLOW_EQUATIONS: readonly Equation[] = [
  {
    name: 'flows',
    byDay: true,
    sentence:
      'Every posting goes a way that its kind of transfer may go, between the house, the transfer’s own member, that member’s holds, and who received it.',
    rows: `SELECT p.transfer_id AS id FROM posting p JOIN transfer t ON t.id = p.transfer_id
             LEFT JOIN hold f ON f.owner_id = account_owner(p.source) LEFT JOIN hold g ON g.owner_id = account_owner(p.destination)
            WHERE t.kind || ' ' || ${partyOf('source', 'f')} || ' ' || ${partyOf('destination', 'g')} NOT IN (SELECT way FROM (VALUES ${allowed}) f (way))`,
  },
];
