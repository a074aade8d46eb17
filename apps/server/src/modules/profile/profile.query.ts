import { CANCELLED } from '@minerx/rules/order-status';
import type { HoldReason } from '@minerx/rules/hold-reason';
import { WALLETS, type WalletId } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import { unreadNoticesSql } from '../notice/notice.query.ts';
import { settingSql } from '../setting/setting.query.ts';
import { resetAtSql } from '../member/outgoing.ledger.ts';

/** What the member entity shows beside wallet types and settings. */
export interface ProfileRow {
  username: string;
  email: string;
  fullName: string;
  referralCode: string;
  /** The number of the rank, operators' data. */
  rankId: number;
  createdAt: Date;
  countryId: number;
  /** The shared contract is not offered there. */
  sharedClosed: boolean;
  btapayId: string | null;
  rankName: string;
  /** Variants of the rank's name by language code. */
  rankNames: Readonly<Record<string, string>>;
  /** Σ amounts of the member's own orders that were not cancelled, USDT units. */
  capitalUnits: bigint;
  /** One of the own orders was ever activated. */
  hasMined: boolean;
  /** By position; a wallet without an account holds nothing. */
  balances: bigint[];
  /** Of open holds, by wallet and reason, the most of a wallet first. */
  held: readonly HeldRow[];
  /** The operator's setting as it stands, null when there is none. */
  nftWithdrawFee: unknown;
  /** The same of `withdrawal_address_hold_hours`. */
  withdrawalHoldHours: unknown;
  /** Support has written to one of the member's tickets, or closed it, since the member last looked. */
  hasUnreadTicket: boolean;
  /** Counted up to a hundred. */
  unreadNotices: number;
  /** When password and PIN were last set by a mailed link; null when never. */
  resetAt: Date | null;
  /** The newest version of the terms that the member agreed to; null for none. */
  termsVersion: number | null;
}

interface HeldRow {
  walletId: WalletId;
  reason: HoldReason;
  units: bigint;
}

/** What is set aside as `wallet:reason:units,…`: the driver takes long over rows; null when nothing is. */
type Found = Omit<ProfileRow, 'held'> & { held: string | null };

const LAST_WALLET = WALLETS.length;

// Account ids are owner × 16 + wallet id, so a member's wallets are one short range of the primary key.
const PROFILE = `
  SELECT m.username, m.email, m.full_name AS "fullName", m.referral_code AS "referralCode", m.rank_id AS "rankId", c.shared_closed AS "sharedClosed",
         m.created_at AS "createdAt", m.country_id AS "countryId", m.btapay_id AS "btapayId", r.name AS "rankName", r.names AS "rankNames",
         (SELECT coalesce(sum(o.amount_units), 0)::bigint FROM miner_order o WHERE o.member_id = m.id AND o.status <> ${CANCELLED}) AS "capitalUnits",
         EXISTS (SELECT FROM miner_order o WHERE o.member_id = m.id AND o.activated_at IS NOT NULL) AS "hasMined",
         (SELECT array_agg(coalesce(a.balance, 0) ORDER BY w.id)
            FROM generate_series(1, ${LAST_WALLET}) AS w (id) LEFT JOIN account a ON a.id = account_of(m.id, w.id)) AS balances,
         (SELECT string_agg(s.wallet || ':' || s.reason || ':' || s.units, ',' ORDER BY s.wallet, s.units DESC, s.reason)
            FROM (SELECT account_wallet(a.id) AS wallet, h.reason, sum(a.balance) AS units
                    FROM hold h JOIN account a ON a.id BETWEEN account_of(h.owner_id, 1) AND account_of(h.owner_id, ${LAST_WALLET})
                   WHERE h.member_id = m.id AND h.state = 'open' AND a.balance > 0 GROUP BY 1, 2) s) AS held,
         ${settingSql('nft_withdraw_fee')} AS "nftWithdrawFee",
         ${settingSql('withdrawal_address_hold_hours')} AS "withdrawalHoldHours",
         EXISTS (SELECT FROM ticket t WHERE t.member_id = m.id AND t.unread) AS "hasUnreadTicket",
         ${unreadNoticesSql('m.id')} AS "unreadNotices",
         ${resetAtSql('m.id')} AS "resetAt",
         (SELECT max(a.version) FROM terms_acceptance a WHERE a.member_id = m.id) AS "termsVersion"
    FROM member m JOIN rank r ON r.id = m.rank_id JOIN country c ON c.id = m.country_id WHERE m.id = $1`;

const heldOf = ({ held }: Found): HeldRow[] =>
  (held?.split(',') ?? []).map((part) => {
    const [walletId, reason, units] = part.split(':') as [string, HoldReason, string];
    return { walletId: Number(walletId) as WalletId, reason, units: BigInt(units) };
  });

export const findProfile = async (db: Db, memberId: bigint): Promise<ProfileRow | null> => {
  const { rows } = await db.query<Found>({ name: 'profile', text: PROFILE, values: [memberId] });
  const [found] = rows;
  return found === undefined ? null : { ...found, held: heldOf(found) };
};
