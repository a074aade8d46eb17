import type account from './locales/account/en.json';
import type withdrawalAddress from './locales/withdrawal-address/en.json';
import type announcement from './locales/announcement/en.json';
import type check from './locales/check/en.json';
import type blessing from './locales/blessing/en.json';
import type collection from './locales/collection/en.json';
import type common from './locales/common/en.json';
import type dashboard from './locales/dashboard/en.json';
import type device from './locales/device/en.json';
import type deposit from './locales/deposit/en.json';
import type factor from './locales/factor/en.json';
import type home from './locales/home/en.json';
import type legal from './locales/legal/en.json';
import type market from './locales/market/en.json';
import type miner from './locales/miner/en.json';
import type nft from './locales/nft/en.json';
import type notice from './locales/notice/en.json';
import type order from './locales/order/en.json';
import type profile from './locales/profile/en.json';
import type question from './locales/question/en.json';
import type refusal from './locales/refusal/en.json';
import type security from './locales/security/en.json';
import type session from './locales/session/en.json';
import type ticket from './locales/ticket/en.json';
import type staking from './locales/staking/en.json';
import type swap from './locales/swap/en.json';
import type team from './locales/team/en.json';
import type transfer from './locales/transfer/en.json';
import type transaction from './locales/transaction/en.json';
import type unit from './locales/unit/en.json';
import type wallet from './locales/wallet/en.json';
import type withdrawal from './locales/withdrawal/en.json';

/** Every text of the catalogues by its id. A key that English does not have fails the type check. */
export type TextKey =
  | keyof typeof withdrawalAddress
  | keyof typeof account
  | keyof typeof announcement
  | keyof typeof blessing
  | keyof typeof check
  | keyof typeof collection
  | keyof typeof common
  | keyof typeof dashboard
  | keyof typeof deposit
  | keyof typeof device
  | keyof typeof factor
  | keyof typeof home
  | keyof typeof legal
  | keyof typeof market
  | keyof typeof miner
  | keyof typeof nft
  | keyof typeof notice
  | keyof typeof order
  | keyof typeof profile
  | keyof typeof question
  | keyof typeof refusal
  | keyof typeof security
  | keyof typeof session
  | keyof typeof staking
  | keyof typeof ticket
  | keyof typeof swap
  | keyof typeof team
  | keyof typeof transfer
  | keyof typeof transaction
  | keyof typeof unit
  | keyof typeof wallet
  | keyof typeof withdrawal;
