import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AttemptTable,
  EmailCodeTable,
  ExpiryFloorTable,
  FactorChangeTable,
  OneUseLinkTable,
  RefreshTokenTable,
  SessionTable,
  WithdrawalAddressTable,
} from './schema-access.ts';
import type {
  BlessingCardTable,
  BlessingDeckTable,
  BlessingFulfilmentTable,
  BlessingMemberSeedTable,
  BlessingOpenedTable,
  BlessingPackTable,
  BlessingPickTable,
  BlessingPrizeTable,
  BlessingSeedTable,
  BlessingTableTable,
} from './schema-blessing.ts';
import type {
  AnnouncementTable,
  BannerTable,
  PictureTable,
  StoredFileTable,
  SupportTicketTable,
  TicketMessageTable,
} from './schema-content.ts';
import type {
  DeviceMinuteLateTable,
  DeviceMinuteRejectedTable,
  DeviceMinuteTable,
  DeviceRatingTable,
  DeviceStateTable,
  DeviceTable,
} from './schema-device.ts';
import type {
  OrderActivationTable,
  OrderPlacementTable,
  OrderTermsTable,
  PayoutFreezeTable,
  RowVersionTable,
} from './schema-integrity.ts';
import type { NftCategoryTable, NftTable, NftWithdrawalTable } from './schema-nft.ts';
import type { DeviceDayTable, PoolFeeTable, SettlementFiguresTable } from './schema-settlement.ts';
import type { StakingOrderTable, StakingTypeTable } from './schema-staking.ts';

/**
 * The tables of `migrations/`, as the pool reads them: `bigint` columns as `bigint` (money: whole units of 10⁻⁸),
 * `numeric` and `date` as text, moments as `Date`. `schema.test.ts` compares this file with the real database.
 */

/** Read as any value, written as JSON text: the driver would turn a plain array into a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
/** `numeric` beyond 64 bits: read as text, written as text or bigint. */
type BigNumeric = ColumnType<string, string | bigint, string | bigint>;
/** `YYYY-MM-DD`, a UTC day. */
type Day = string;

export type CountryTable = {
  id: number;
  iso2: string;
  name: string;
  name_zh: string;
  calling_code: string;
  symbol: string;
  shared_closed: Generated<boolean>;
};

export type CommunityTable = { id: number; name: string; payment_methods: string };

export type WalletTypeTable = {
  id: number;
  name: string;
  precision: number;
  price_units: bigint;
  price_at: Generated<Date>;
  price_source: Generated<string>;
  price_simulated: Generated<boolean>;
};

export type WalletPriceTable = {
  wallet_id: number;
  at: Date;
  price_units: bigint;
  source: string;
  simulated: boolean;
};

export type SettingTable = { key: string; value: Json; updated_at: Generated<Date> };

export type MinerPackageTable = {
  id: number;
  name: string;
  price_units: bigint;
  quantity: number;
  max_profit_units: bigint;
  activation_fee_units: bigint;
  roi_display_units: bigint;
  roi_display_max_units: bigint;
  free_blessings: Generated<number>;
  active: Generated<boolean>;
};

export type MinerPackageHistoryTable = {
  id: Generated<bigint>;
  package_id: number;
  at: Date;
  price_units: bigint;
  max_profit_units: bigint;
  activation_fee_units: bigint;
  roi_display_units: bigint;
  roi_display_max_units: bigint;
  active: boolean;
};

export type MemberTable = {
  id: Generated<bigint>;
  username: string;
  full_name: string;
  email: string;
  email_key: string;
  mobile: string;
  country_id: number;
  community_id: Generated<number>;
  referral_code: string;
  sponsor_id: bigint | null;
  language: Generated<string>;
  password_hash: string;
  pin_hash: string;
  frozen_at: Date | null;
  created_at: Generated<Date>;
  rank_id: Generated<number>;
  btapay_id: string | null;
  language_chosen: Generated<boolean>;
};

export type RankTable = { id: number; name: string; names: Json };

export type MemberFiguresTable = {
  member_id: bigint;
  sponsor_id: bigint | null;
  capital_units: bigint;
  direct_sponsor: number;
  group_sponsor: number;
  direct_sales: bigint;
  group_sales: bigint;
  foundation: boolean;
  legacy: boolean;
};

export type TeamDeltaTable = {
  id: GeneratedAlways<bigint>;
  member_id: bigint;
  joined: number;
  sales_units: bigint;
};

export type AccountTable = { id: bigint; balance: bigint | null };

export type HoldTable = {
  owner_id: Generated<bigint>;
  member_id: bigint;
  reason: string;
  state: Generated<'open' | 'taken' | 'returned'>;
  deadline_at: Date;
  created_at: Generated<Date>;
  closed_at: Date | null;
};

export type TransferTable = {
  id: string;
  kind: string;
  member_id: bigint | null;
  order_id: string | null;
  reverses: string | null;
  reason: string | null;
  at: Generated<Date>;
  answered: string | null;
};

export type PostingTable = {
  transfer_id: string;
  position: number;
  wallet_id: number;
  source: bigint;
  destination: bigint;
  amount: bigint;
};

export type CommandTable = {
  actor: string;
  name: string;
  key: string;
  fingerprint: Buffer;
  answer: Json;
  at: Generated<Date>;
};

export type OutboxTable = {
  id: GeneratedAlways<bigint>;
  topic: string;
  payload: Json;
  created_at: Generated<Date>;
  not_before: Generated<Date>;
  attempts: Generated<number>;
  last_error: string | null;
  given_up_at: Date | null;
};

export type AuditTable = {
  id: bigint;
  at: Generated<Date>;
  actor: string;
  action: string;
  subject: string;
  reason: string;
  detail: Json;
  previous_hash: Buffer;
  hash: Buffer;
  tx: Generated<bigint | null>;
};

export type StockTable = {
  line: 'x1' | 'x2';
  total: number;
  used: Generated<number>;
  waiting: Generated<number>;
  shared_queue: Generated<number>;
};

export type VoucherTable = {
  id: string;
  code_hash: Buffer;
  package_id: number;
  amount_units: bigint;
  created_at: Generated<Date>;
  expires_at: Date | null;
  redeemed_at: Date | null;
  redeemed_by: bigint | null;
};

export type MinerOrderTable = {
  id: string;
  number: string;
  serial: string;
  member_id: bigint;
  package_id: number;
  status: number;
  amount_units: bigint;
  paid_usdt_units: Generated<bigint>;
  paid_cw_units: Generated<bigint>;
  paid_rw_units: Generated<bigint>;
  max_profit_units: bigint;
  profit_balance_units: bigint;
  carry_pico_sat: Generated<bigint>;
  voucher_id: string | null;
  hold_owner_id: bigint | null;
  place: bigint | null;
  created_at: Generated<Date>;
  activated_at: Date | null;
  ended_at: Date | null;
  activation_fee_units: Generated<bigint>;
};

export type AllocationTable = {
  order_id: string;
  device_id: number;
  share_tenths: number;
  released_at: Date | null;
  allocated_at: Generated<Date>;
};

export type MarketCloseTable = {
  symbol: string;
  at: Date;
  price_units: bigint;
  source: string;
  simulated: boolean;
  confirmed_by: string | null;
  confirmed_price_units: bigint | null;
};

export type PoolWorkerDayTable = {
  day: Day;
  device_id: number;
  hashes: BigNumeric;
  simulated: boolean;
  late_s: Generated<number>;
};

export type MarketSymbolTable = {
  name: string;
  currency: string;
  precision: number;
  lot_size_units: bigint;
  highlight: boolean;
  position: number;
};

export type PoolPayoutTable = {
  day: Day;
  reward_sat: bigint;
  source: string;
  simulated: boolean;
  recorded_at: Generated<Date>;
  part: Generated<number>;
  transfer_id: string | null;
  reason: string | null;
};

export type SettlementDayTable = {
  day: Day;
  state: 'provisional' | 'settled' | 'correcting';
  segments: Json;
  pool_fee_ppm: number;
  price_units: bigint;
  price_at: Date;
  simulated: boolean;
  updated_at: Generated<Date>;
  price_source: string | null;
  price_pair: string | null;
};

export type RewardTable = {
  order_id: string;
  day: Day;
  member_id: bigint;
  sat: bigint;
  usd_units: bigint;
  transfer_id: string | null;
  inputs: Json;
  simulated: boolean;
  settled_at: Generated<Date>;
  part: Generated<number>;
  cause: 'late_minutes' | 'pool_payout' | null;
  seq: Generated<bigint>;
};

export type DatabaseMarkTable = {
  id: Generated<number>;
  purpose: 'demo' | 'production';
  marked_at: Generated<Date>;
};

export type SchemaMigrationTable = {
  version: number;
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
};

export type Database = {
  account: AccountTable;
  allocation: AllocationTable;
  announcement: AnnouncementTable;
  attempt: AttemptTable;
  audit: AuditTable;
  banner: BannerTable;
  blessing_card: BlessingCardTable;
  blessing_deck: BlessingDeckTable;
  blessing_fulfilment: BlessingFulfilmentTable;
  blessing_member_seed: BlessingMemberSeedTable;
  blessing_opened: BlessingOpenedTable;
  blessing_pack: BlessingPackTable;
  blessing_pick: BlessingPickTable;
  blessing_prize: BlessingPrizeTable;
  blessing_seed: BlessingSeedTable;
  blessing_table: BlessingTableTable;
  command: CommandTable;
  community: CommunityTable;
  country: CountryTable;
  database_mark: DatabaseMarkTable;
  device: DeviceTable;
  device_day: DeviceDayTable;
  device_minute: DeviceMinuteTable;
  device_minute_late: DeviceMinuteLateTable;
  device_minute_rejected: DeviceMinuteRejectedTable;
  device_rating: DeviceRatingTable;
  device_state: DeviceStateTable;
  email_code: EmailCodeTable;
  withdrawal_address: WithdrawalAddressTable;
  expiry_floor: ExpiryFloorTable;
  factor_change: FactorChangeTable;
  hold: HoldTable;
  market_close: MarketCloseTable;
  market_symbol: MarketSymbolTable;
  member: MemberTable;
  member_figures: MemberFiguresTable;
  miner_order: MinerOrderTable;
  miner_package: MinerPackageTable;
  miner_package_history: MinerPackageHistoryTable;
  nft: NftTable;
  nft_category: NftCategoryTable;
  nft_withdrawal: NftWithdrawalTable;
  one_use_link: OneUseLinkTable;
  order_activation: OrderActivationTable;
  order_placement: OrderPlacementTable;
  order_terms: OrderTermsTable;
  outbox: OutboxTable;
  payout_freeze: PayoutFreezeTable;
  picture: PictureTable;
  pool_fee: PoolFeeTable;
  pool_payout: PoolPayoutTable;
  pool_worker_day: PoolWorkerDayTable;
  posting: PostingTable;
  rank: RankTable;
  refresh_token: RefreshTokenTable;
  reward: RewardTable;
  row_version: RowVersionTable;
  schema_migration: SchemaMigrationTable;
  session: SessionTable;
  setting: SettingTable;
  settlement_day: SettlementDayTable;
  settlement_figures: SettlementFiguresTable;
  staking_order: StakingOrderTable;
  staking_type: StakingTypeTable;
  stock: StockTable;
  stored_file: StoredFileTable;
  support_ticket: SupportTicketTable;
  team_delta: TeamDeltaTable;
  ticket_message: TicketMessageTable;
  transfer: TransferTable;
  voucher: VoucherTable;
  wallet_price: WalletPriceTable;
  wallet_type: WalletTypeTable;
};
