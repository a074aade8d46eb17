import { TERMS_VERSION } from '@minerx/rules/terms';
import { CONSOLE, MADE_BY_NOBODY } from './console-table.ts';
import { forAll, moves, ofCaller, ofFilter, ofNamed, ofShared, type Row } from './authorisation-row.ts';

/** The call by which a member freezes the own account. */
export const FREEZES = 'POST member/freeze/own';

const PASSWORD_AFTER = 'Sunset#2027';
const PIN_AFTER = '135791';

const noDeposits = (route: string, code: `err_${string}`, values: Record<string, unknown>): Row =>
  ofCaller(route, () => values, { own: `422 ${code}` });

const paid = (pin: string) => ({ amount2: '0', quantity: 1, member_security_pin: pin });

const SAVED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** To the address that everybody here has saved. */
const withdrawing = { wallet_type: 1, network: 'BEP20', amount: '10', address: SAVED };

/** Routes beside the calls of the contract, and why each may answer anybody. */
export const OPEN_ROUTES: Readonly<Record<string, string>> = {
  '/api/openapi.json': 'The description of the calls.',
  '/api/nft/picture/:file': 'Pictures of the collection, which is public: the same for all, whoever holds the token.',
  '/api/picture/:id': 'Pictures of announcements and banners; an img sends no token, the unguessable id opens them.',
};

/** Calls with such a field that need no cell for what is nowhere, and why. */
const MAILED = 'A link or code that was mailed: it is as good as nowhere to whoever has it not.';
const LISTED = 'Where a list of what is the caller’s own begins.';
const MADE = 'Keys are made by a browser: whose each is, is told in their own tests.';
export const NAMES_NOTHING: Readonly<Record<string, string>> = {
  'GET operator/invitation': MAILED,
  'POST operator/invitation/accept': MAILED,
  'GET member/redirect': MAILED,
  'POST member/resetPassword/check': MAILED,
  'POST member/resetPassword': MAILED,
  'POST member/freeze': MAILED,
  'POST member/signup/request/code': 'The name that a newcomer wishes for.',
  'POST member/passkey/remove': MADE,
  'POST operator/passkey/remove': MADE,
  'POST staking/history': LISTED,
  'POST wallet/deposit/history': LISTED,
  'GET operator/device/all': 'How the serials of a list begin.',
};

/** Of everybody here. */
interface Secrets {
  readonly password: string;
  readonly pin: string;
}

const PUBLIC: readonly Row[] = [
  forAll('GET system/maintenance', '200'),
  forAll('GET system/languages', '200'),
  forAll('GET system/translations', '200'),
  forAll('GET system/sources', '200'),
  forAll('GET system/terms', '200'),
  forAll('GET country/all', '200'),
  forAll('GET symbol/all', '200'),
  forAll('GET spot/init', '503 err_unavailable'),
];

/** What somebody does who is not signed in. */
const ofVisitors = (form: Record<string, unknown>, secrets: Secrets): readonly Row[] => [
  forAll('POST operator/sign-in', '401 err_login', (_, fresh) => ({
    email: `${fresh()}@example.com`,
    password: 'Wrong#2026',
    factor: '000000',
  })),
  forAll('POST operator/sign-in/passkey/begin', '200'),
  forAll('POST operator/sign-in/passkey', '422 err_passkey_wrong', () => ({ passkey: 'passkey x.x.x.x' })),
  forAll('GET operator/invitation', '422 err_link_invalid', () => ({ id: 'x'.repeat(43) })),
  forAll('POST operator/invitation/accept', '422 err_link_invalid', () => ({
    id: 'x'.repeat(43),
    password: 'Sunset#2027',
    factor: '000000',
  })),
  forAll('POST member/login', '401 err_login', (_, fresh) => ({
    member_email: `${fresh()}@example.com`,
    member_password: secrets.password,
  })),
  forAll('POST member/refresh', '401 err_session_ended', (_, fresh) => ({ refreshToken: fresh().padEnd(43, 'x') })),
  forAll('GET member/redirect', '422 err_link_invalid', (_, fresh) => ({ id: fresh().padEnd(22, 'x') })),
  forAll('POST member/logout', '200', (_, fresh) => ({ refreshToken: fresh().padEnd(43, 'x') })),
  forAll('POST member/signup/request/code', '200', (_, fresh) => ({
    member_username: 'Nobody Here',
    member_email: `${fresh()}@example.com`,
  })),
  forAll('POST member/signup', '422 err_code_wrong', (_, fresh) => ({
    ...form,
    member_email: `${fresh()}@example.com`,
  })),
  forAll('POST member/forgotPassword', '200', () => ({ member_email: 'nobody@example.com' })),
  forAll('POST member/resetPassword/check', '200', (_, fresh) => ({ id: fresh().padEnd(22, 'x') })),
  forAll('POST member/resetPassword', '422 err_link_invalid', (_, fresh) => ({
    id: fresh().padEnd(22, 'x'),
    member_password: PASSWORD_AFTER,
    confirm_password: PASSWORD_AFTER,
    member_security_pin: PIN_AFTER,
    confirm_pin: PIN_AFTER,
  })),
];

const ofFactors = (secrets: Secrets): readonly Row[] => [
  // Nobody has a second factor here: what takes one away finds none.
  ofCaller('GET member/factor'),
  ofCaller('POST member/factor/begin', undefined, { frozen: '403 err_account_frozen' }),
  ofCaller(
    'POST member/factor/add',
    () => ({ factor_draft: 'x'.repeat(64), factor_code: '000000', member_security_pin: secrets.pin }),
    { own: '422 err_link_invalid' },
  ),
  ...['POST member/factor/remove', 'POST member/factor/recovery'].map((route) =>
    ofCaller(route, () => ({ member_security_pin: secrets.pin }), { own: '409 err_factor_off' }),
  ),
  ofCaller('GET member/passkey'),
  ofCaller('POST member/passkey/begin', () => ({ member_security_pin: secrets.pin }), {
    frozen: '403 err_account_frozen',
  }),
  ofCaller('POST member/passkey/add', () => MADE_BY_NOBODY, { own: '422 err_passkey_wrong' }),
  ofCaller('POST member/passkey/remove', () => ({ id: 'nowhere', member_security_pin: secrets.pin }), {
    own: '404 err_not_found',
  }),
  forAll('POST member/login/passkey/begin', '200'),
  forAll('POST member/login/passkey', '422 err_passkey_wrong', () => ({ passkey: 'passkey x.x.x.x' })),
  forAll('POST member/factor/lost/request/code', '409 err_factor_off', () => ({
    member_email: 'caller@example.com',
    member_password: secrets.password,
  })),
  forAll('POST member/factor/lost', '409 err_factor_off', () => ({
    member_email: 'caller@example.com',
    member_password: secrets.password,
    verify_code: '000000',
    member_security_pin: secrets.pin,
  })),
  forAll('POST member/freeze', '422 err_freeze_link_over', (_, fresh) => ({ id: fresh().padEnd(22, 'x') })),
];

/** What shows, and what was written of support. */
const LOOKS: readonly Row[] = [
  ofCaller('GET member/profile'),
  ofCaller('GET member/community'),
  ofCaller('GET member/myteam'),
  ofCaller('GET wallet/all'),
  ofCaller('POST wallet/transaction', () => ({ page: 1, pageSize: 100 })),
  ofNamed('GET wallet/transaction/getById', 'a movement', ({ transaction }) => ({ id: transaction })),
  ofCaller('GET wallet/transaction/export'),
  ofCaller('GET wallet/transaction/statement', () => ({ month: '2026-11' })),
  ofCaller('GET order/rewards/export'),
  ofCaller('GET package/all'),
  ofCaller('GET package/all2'),
  ofCaller('GET package/subscriber'),
  ofCaller('GET package/order/queue'),
  ofCaller('GET package/order/all'),
  ofCaller('GET package/angpau/packs'),
  ofCaller('GET package/angpau/prizes'),
  ofCaller('GET package/angpau/seeds'),
  ofCaller('POST package/angpau/seed', () => ({ seed: 'lucky-13' })),
  ofCaller('POST package/angpau/packs/history', () => ({ page: 1, pageSize: 100 })),
  ofCaller('POST package/order', () => ({ page: 1, pageSize: 100 })),

  ofCaller('GET staking/all'),
  ofCaller('POST staking/history', () => ({ page: 1, pageSize: 100 })),

  ofCaller('GET member/dashboard'),
  ofCaller('GET nft/collection'),
  ofCaller('POST notification/all', () => ({ page: 1, pageSize: 100 })),
  ofShared('GET notification/getById', ({ announcement }) => ({ id: announcement })),

  // Those of others stay as they are, whoever names one as the newest that he saw.
  ofCaller('POST member/notice/all', ({ notice }) => ({ before: notice })),
  ofNamed('POST member/notice/read', 'a notice', ({ notice }) => ({ id: notice })),
  ofCaller('POST member/notice/read/all', ({ notice }) => ({ newest: notice })),
  ofCaller('GET member/notice/settings'),
  ofCaller('POST member/notice/settings/modify', () => ({ mail: ['orders'], push: [], quiet: null })),
  // Nobody has made keys here.
  ofCaller(
    'POST member/notice/push',
    () => ({ endpoint: 'https://fcm.googleapis.com/x', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }),
    { own: '400 err_validation' },
  ),
  ofCaller('POST member/notice/push/remove', () => ({ endpoint: 'https://fcm.googleapis.com/x' })),

  // A frozen member may still talk to support.
  ofCaller('POST member/ticket', (_, fresh) => ({ support_category: 1, support_question: `Where is ${fresh()}?` })),
  ofCaller('POST member/ticket/all', () => ({ page: 1, pageSize: 100 })),
  ofNamed('GET member/ticket/getById', 'a ticket', ({ ticket }) => ({ id: ticket })),
  ofNamed('GET member/ticket/image', 'a message', ({ ticketImage }) => ({ id: ticketImage })),
  ofNamed('POST member/ticket/send', 'a ticket', ({ ticket }, fresh) => ({ id: ticket, message: `Hello? ${fresh()}` })),

  ofNamed('GET member/myteam/search', 'one member', ({ username }) => ({ member_username: username, search: '1' })),
  ofNamed('GET member/myteam/search', 'first level of a member', ({ username }) => ({ member_username: username })),
  ofNamed('GET member/myteam/search', 'after a member', ({ username }) => ({ after: username })),
  ofNamed('GET member/myteam/details', 'one member', ({ username }) => ({ member_username: username })),
  ofNamed('GET member/myteam/details', 'after a member', ({ username }) => ({ after: username })),
  ofCaller('POST nft/owned', () => ({ page: 1, pageSize: 100 })),
  ofCaller('POST nft/withdraw/history', () => ({ page: 1, pageSize: 100 })),
  ofFilter('POST nft/withdraw/history', 'one of them', ({ nftWithdrawal }) => ({
    id: nftWithdrawal,
    page: 1,
    pageSize: 8,
  })),
  ofFilter('POST package/angpau/packs/history', 'one of them', ({ pack }) => ({ id: pack, page: 1, pageSize: 8 })),
  ofNamed('GET nft/getById', 'an NFT', ({ nft }) => ({ id: nft })),
  ofNamed('GET order/getById', 'an order', ({ order }) => ({ id: order })),
  ofNamed('GET order/hashrate', 'an order', ({ order }) => ({ id: order })),
  ofNamed('POST order/rewards', 'an order', ({ order }) => ({ id: order, page: 1, pageSize: 8 })),
];

const ofWallets = (secrets: Secrets): readonly Row[] => [
  ofCaller('GET wallet/swap/options'),
  ofCaller('POST wallet/swap/quote', () => ({ swap_from_type: 1, swap_to_type: 4, amount: '2' })),
  moves('POST wallet/swap', '404 err_not_found', ({ quote }) => ({ id: quote, member_security_pin: secrets.pin })),
  ofCaller('GET wallet/deposit/options'),
  ofCaller('POST wallet/deposit/history', () => ({ page: 1, pageSize: 100 })),
  // Nobody reads a chain here, so no address is given out; whose each is, is told in the tests of deposits.
  noDeposits('GET wallet/deposit/address', 'err_deposit_unavailable', { wallet_type: '1', network: 'BEP20' }),
  noDeposits('POST wallet/deposit/check', 'err_deposit_unavailable', {
    network: 'BEP20',
    deposit_hash: 'ab'.repeat(32),
  }),
  noDeposits('POST wallet/deposit/faucet', 'err_faucet_unavailable', { wallet_type: 1, network: 'BEP20' }),

  ofCaller('GET wallet/transfer/options'),
  // Everybody may be sent something: a name finds its member, masked, whoever's downline it is in.
  ofCaller('POST wallet/transfer/recipient', ({ username }) => ({ recipient: username }), {
    missing: '422 err_recipient',
  }),
  moves(
    'POST wallet/transfer',
    null,
    ({ username }) => ({
      recipient: username,
      recipient_name: 'b•••',
      wallet_type: 1,
      amount: '2',
      member_security_pin: secrets.pin,
    }),
    { missing: '422 err_recipient' },
  ),
];

const ofMiners = (secrets: Secrets): readonly Row[] => [
  ofNamed('POST package/angpau/packs/getById', 'a pack', ({ pack }) => ({ id: pack })),
  moves('POST package/angpau/packs/open', '404 err_not_found', ({ pack }) => ({ id: pack, index: 4 })),

  moves('POST package/order/activate', '404 err_not_found', ({ readyOrder }) => ({ id: readyOrder })),
  moves('POST package/order/cancel', '404 err_not_found', ({ waitingOrder }) => ({ id: waitingOrder })),
  moves('POST nft/withdraw', '404 err_not_found', ({ nft }) => ({
    id: nft,
    network_type: 'BEP721',
    withdrawal_address: SAVED,
    member_security_pin: secrets.pin,
  })),
  moves('POST nft/withdraw/cancel', '404 err_not_found', ({ nftWithdrawal }) => ({ id: nftWithdrawal })),
  // Another member's voucher is one that he has redeemed.
  moves('POST voucher/package/redeem', '422 err_voucher_invalid', ({ voucher }) => ({ voucher_code: voucher })),
  moves('POST package/purchase', null, () => ({
    package: 1,
    payment_method: 1,
    amount1: '1000',
    ...paid(secrets.pin),
  })),
  moves('POST staking', null, () => ({
    amount: '2',
    amount2: '500',
    staking_type: 1,
    member_security_pin: secrets.pin,
  })),
  moves('POST package/purchase2', null, () => ({ package: 5, wallet_type: 1, amount1: '10000', ...paid(secrets.pin) })),
];

const ofLeaving = (secrets: Secrets): readonly Row[] => [
  moves('POST member/modifyWithdraw/request/code', null, () => ({
    member_bank_type: 1,
    member_bank_network: 'BEP20',
    member_bank_number: SAVED,
    member_security_pin: secrets.pin,
  })),
  moves(
    'POST member/withdrawal/modify',
    null,
    () => ({
      member_bank_type: 1,
      member_bank_network: 'BEP20',
      member_bank_number: SAVED,
      verify_code: '000000',
      member_security_pin: secrets.pin,
    }),
    { own: '422 err_code_wrong' },
  ),
  moves('POST member/btapay/modify', null, () => ({ btapay_id: 'caller@pay', member_security_pin: secrets.pin })),

  ofCaller('GET wallet/withdraw/options'),
  ofCaller('POST wallet/withdraw/history', () => ({ page: 1, pageSize: 100 })),
  ofFilter('POST wallet/withdraw/history', 'one of them', ({ withdrawal }) => ({
    id: withdrawal,
    page: 1,
    pageSize: 8,
  })),
  moves('POST wallet/withdraw/cancel', '404 err_not_found', ({ withdrawal }) => ({ id: withdrawal })),
  moves('POST wallet/withdraw/request/code', null, () => ({ ...withdrawing, member_security_pin: secrets.pin })),
  moves(
    'POST wallet/withdraw',
    null,
    () => ({ ...withdrawing, verify_code: '000000', member_security_pin: secrets.pin }),
    { own: '422 err_code_wrong' },
  ),
];

const ofAccount = (secrets: Secrets): readonly Row[] => [
  ofCaller('GET member/deletion'),
  // Everybody here has something.
  moves('POST member/deletion/request/code', null, () => ({ member_security_pin: secrets.pin }), {
    own: '422 err_deletion_open',
  }),
  moves('POST member/deletion', null, () => ({ verify_code: '000000', member_security_pin: secrets.pin }), {
    own: '422 err_deletion_open',
  }),
  ofCaller('POST member/data/export', () => ({ member_security_pin: secrets.pin }), {
    frozen: '403 err_account_frozen',
  }),
  // A ticket is its session’s.
  ofCaller('GET member/data/file', () => ({ ticket: 'x'.repeat(48) }), { own: '422 err_link_invalid' }),
  moves('POST member/email/request/code', null, (_, fresh) => ({
    member_email: `${fresh()}@example.com`,
    member_security_pin: secrets.pin,
  })),
  moves(
    'POST member/email/modify',
    null,
    () => ({
      member_email: 'new@example.com',
      verify_code: '000000',
      new_verify_code: '000000',
      member_security_pin: secrets.pin,
    }),
    { own: '422 err_code_wrong' },
  ),
  ofCaller('GET member/sessions'),
  ofNamed('POST member/sessions/end', 'a session', ({ session }) => ({ id: session })),
  ofCaller('POST member/language', () => ({ language: 'gr' })),
  ofCaller('POST member/terms', () => ({ terms_version: TERMS_VERSION, language: 'gr' })),
  // A frozen member may still make the account safe.
  ofCaller('POST member/password/modify', () => ({
    old_password: secrets.password,
    member_password: PASSWORD_AFTER,
    confirm_password: PASSWORD_AFTER,
  })),
  ofCaller('POST member/security/modify', () => ({
    old_security_pin: secrets.pin,
    member_security_pin: PIN_AFTER,
    confirm_security_pin: PIN_AFTER,
  })),
  // The test opens the account again: what comes after asks of it.
  ofCaller(FREEZES),
];

/** Every route with every cell. A route that is not here fails the test, and so does a row without a route. */
export const table = (form: Record<string, unknown>, secrets: Secrets): readonly Row[] => [
  ...PUBLIC,
  ...ofVisitors(form, secrets),
  ...ofFactors(secrets),
  ...LOOKS,
  ...ofWallets(secrets),
  ...ofMiners(secrets),
  ...ofLeaving(secrets),
  ...CONSOLE,
  ...ofAccount(secrets),
];
