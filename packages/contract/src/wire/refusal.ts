/**
 * What a refusal says about the intent that it answers, and about earlier questions under the same idempotency key:
 * `yes`, it was looked at and will not take place, so the next try is a new intent; `gate`, it was turned away before it was
 * looked at, so whatever became of an earlier question still stands; `unknown`, it may have taken place.
 */
export type Decided = 'yes' | 'gate' | 'unknown';

/**
 * Every expected "no" of the API: its stable code, its HTTP status, whether it decides, and its English sentence.
 * The client translates by code (area `refusal` of the catalogues) and falls back to the sentence. `{support}` is the address of support.
 */
export const refusals = {
  // Any call
  err_validation: [400, 'gate', 'Some fields are not filled in correctly.'],
  err_bad_request: [400, 'gate', 'The request could not be read.'],
  err_idempotency_key: [400, 'gate', 'This action needs an Idempotency-Key header of 8 to 64 characters.'],
  err_idempotency_mismatch: [422, 'yes', 'This action was already sent with other details. Please start again.'],
  err_unauthorised: [401, 'gate', 'Please sign in.'],
  err_forbidden: [403, 'gate', 'You are not allowed to do this.'],
  err_not_found: [404, 'yes', 'Not found.'],
  err_conflict: [409, 'yes', 'This changed in the meantime. Please look again.'],
  err_broken_off: [
    409,
    'yes',
    'This action broke off and may have been carried out in part. Look at what stands now before you start it again.',
  ],
  err_too_large: [413, 'gate', 'The request is too large.'],
  err_media_type: [415, 'gate', 'This kind of content is not accepted.'],
  err_too_many: [429, 'gate', 'Too many requests. Please wait a moment.'],
  err_internal: [500, 'unknown', 'Something went wrong on our side. Nothing was lost; please try again.'],
  err_maintenance: [503, 'gate', 'The service is under maintenance.'],
  err_unavailable: [503, 'unknown', 'This part is not available right now. Please try again shortly.'],
  // Fields
  err_required: [400, 'yes', 'This field is required.'],
  err_type: [400, 'yes', 'This value has the wrong type.'],
  err_format: [400, 'yes', 'This value has the wrong format.'],
  err_too_long: [400, 'yes', 'This text is too long.'],
  err_email: [400, 'yes', 'Please enter a valid email address.'],
  err_mobile: [400, 'yes', 'Please enter a valid mobile number.'],
  err_full_name: [400, 'yes', 'Please enter your full name (2 to 80 characters).'],
  err_country: [400, 'yes', 'Please choose a country from the list.'],
  err_password_rule: [400, 'yes', 'The password does not meet the rules.'],
  err_password_mismatch: [400, 'yes', 'The passwords do not match.'],
  err_pin_rule: [400, 'yes', 'The security PIN has exactly 6 digits.'],
  err_pin_weak: [
    400,
    'yes',
    'This PIN is easy to guess: a date, a repetition or a simple row. Please choose another one.',
  ],
  err_unchanged: [400, 'yes', 'The new one must differ from the old one.'],
  err_pin_mismatch: [400, 'yes', 'The security PINs do not match.'],
  err_code_format: [400, 'yes', 'The verification code has 6 digits.'],
  err_terms: [400, 'yes', 'Please accept the terms and conditions.'],
  err_terms_changed: [422, 'yes', 'The terms have changed. Please open and read them again.'],
  err_quantity: [400, 'yes', 'Quantity is a whole number from 1 to 100.'],
  err_amount: [400, 'yes', 'Please enter an amount with at most 8 decimals.'],
  err_withdrawal_coin: [400, 'yes', 'Please choose a coin from the list.'],
  err_withdrawal_network: [400, 'yes', 'Please choose a network of this coin.'],
  err_withdrawal_address: [400, 'yes', 'This is not an address of the chosen network, or a character in it is wrong.'],
  err_withdrawal_own: [400, 'yes', 'This is your own deposit address here. Enter an address of another wallet.'],
  err_btapay_id: [400, 'yes', 'A BTA Pay ID has 4 to 64 letters, digits, hyphens, underscores, dots or @.'],
  err_page: [400, 'yes', 'This page does not exist.'],
  err_month: [400, 'yes', 'This month has not begun yet.'],
  // Members and sessions
  err_login: [401, 'gate', 'Email or password is wrong.'],
  err_login_locked: [429, 'gate', 'Too many attempts. Please try again later.'],
  err_account_frozen: [403, 'yes', 'This account is frozen. Write to {support}, and we will open it again with you.'],
  err_recent_reset: [
    422,
    'yes',
    'Password and PIN were reset, a lost second factor was removed or the email address was changed less than 48 hours ago. Until that time has passed nothing can leave this account.',
  ],
  err_deletion_open: [422, 'yes', 'There is still something in this account. Look at what has to go first.'],
  err_session_ended: [401, 'gate', 'Your session has ended. Please sign in again.'],
  err_code_wrong: [422, 'gate', 'The verification code is wrong or has expired.'],
  err_code_wait: [429, 'gate', 'A mailbox gets one code every 59 seconds, and five an hour at most. Please wait.'],
  err_referral_code: [422, 'yes', 'This referral code does not exist.'],
  err_account_exists: [
    422,
    'yes',
    'The account could not be created with these details. If you already have one, please sign in.',
  ],
  err_link_invalid: [422, 'yes', 'This link is no longer valid. Please request a new one.'],
  /** Nobody can ask for another one: it came with a mail about a change. */
  err_freeze_link_over: [
    422,
    'yes',
    'This link is no longer valid. If you did not make the change yourself, reset your password now and write to our support.',
  ],
  err_old_password: [422, 'yes', 'The old password is wrong.'],
  err_old_pin: [422, 'yes', 'The old security PIN is wrong.'],
  err_second_factor: [403, 'gate', 'Please confirm with your second factor first.'],
  err_factor_wrong: [422, 'gate', 'This code is wrong, or was used before. Please wait for the next one in your app.'],
  err_passkey_wrong: [422, 'gate', 'This passkey could not be confirmed. Try again, or choose another way.'],
  err_factor_locked: [429, 'gate', 'Too many wrong codes. Please try again later.'],
  err_factor_off: [409, 'yes', 'There is no second factor here.'],
  err_pin_wrong: [422, 'gate', 'The security PIN is wrong.'],
  err_pin_locked: [429, 'gate', 'Too many wrong PINs. Please try again later.'],
  // Money and miners
  err_insufficient_balance: [422, 'yes', 'The wallet balance is not sufficient.'],
  err_amount_changed: [409, 'yes', 'The amounts have changed. Please check them and confirm again.'],
  err_payouts_frozen: [
    503,
    'yes',
    'We are checking our books. Until that is done nothing is paid out, sent, exchanged, redeemed or opened. Nothing is lost; please try again later.',
  ],
  err_deposit_unavailable: [422, 'yes', 'This coin cannot be deposited on this network at the moment.'],
  err_network_closed: [422, 'yes', 'Withdrawals on this network are switched off at the moment.'],
  err_address_not_saved: [422, 'yes', 'This is not the address that is saved for this coin and network.'],
  err_address_wait: [422, 'yes', 'This address was saved a short time ago and cannot be used yet.'],
  err_amount_decimals: [422, 'yes', 'This amount has more decimals than the coin has on this network.'],
  err_withdrawal_minimum: [422, 'yes', 'This is less than the smallest amount that can be withdrawn.'],
  err_withdrawal_limit: [422, 'yes', 'This is more than what is left of your limit for today.'],
  err_withdrawal_status: [409, 'yes', 'The withdrawal is not in a state that allows this.'],
  err_deposit_hash: [400, 'yes', 'A transaction hash has 64 letters and digits, often after 0x.'],
  err_faucet_unavailable: [422, 'yes', 'There are no test coins here: this network is real.'],
  err_price_stale: [503, 'yes', 'The market price is too old to use. Please try again shortly.'],
  err_country_unavailable: [422, 'yes', 'Not Available In Your Country'],
  err_package_unavailable: [422, 'yes', 'This package is not available.'],
  err_payment_method: [422, 'yes', 'This payment method is not available to you.'],
  err_voucher_only: [422, 'yes', 'This package is only available with a voucher.'],
  err_out_of_stock: [422, 'yes', 'There is not enough stock left. You can order and wait for new stock.'],
  err_order_status: [409, 'yes', 'The order is not in a state that allows this.'],
  err_voucher_invalid: [422, 'yes', 'This voucher code is not valid or was already used.'],
  // Transfers
  err_recipient: [422, 'yes', 'No member can receive a transfer under this username or referral code.'],
  err_transfer_self: [422, 'yes', 'This is you. Please enter another member.'],
  err_transfer_wallet: [422, 'yes', 'This wallet cannot be transferred.'],
  err_transfer_amount: [
    422,
    'yes',
    'This amount cannot be transferred. Please check the minimum and the number of decimals.',
  ],
  // Swaps
  err_swap_pair: [422, 'yes', 'These two wallets cannot be swapped.'],
  err_swap_amount: [
    422,
    'yes',
    'This amount cannot be swapped. Please check the minimum, the maximum and the number of decimals.',
  ],
  err_swap_quote: [409, 'yes', 'This quote has expired or was already used. Please ask for a new one.'],
  err_swap_liquidity: [422, 'yes', 'We cannot provide so much right now. Please try a smaller amount.'],
  // Raya Blessings
  err_opened_pack: [409, 'yes', 'This Raya Blessing has already been opened.'],
  err_no_angpau_prize: [422, 'yes', 'Stay tuned for updates and check back later!'],
  // NFTs
  err_nft_status: [409, 'yes', 'This NFT is not in a state that allows this.'],
  err_nft_receiver: [400, 'yes', 'This address cannot receive NFTs. Please enter the address of your own wallet.'],
  err_second_operator: [409, 'yes', 'Another operator has to approve this too.'],
  // Staking
  err_staking_unavailable: [422, 'yes', 'The staking function is currently not available.'],
  err_staking_type: [422, 'yes', 'This staking type is not available.'],
  err_staking_amount: [422, 'yes', 'This amount cannot be staked. Please check the least, the most and the decimals.'],
  // Support
  err_ticket_category: [400, 'yes', 'Please choose what your question is about.'],
  err_ticket_closed: [409, 'yes', 'This enquiry is closed. Please submit a new ticket.'],
  err_image: [422, 'yes', 'This image cannot be used. Please send a PNG, JPEG or WebP picture.'],
} as const satisfies Record<`err_${string}`, readonly [status: number, decided: Decided, sentence: string]>;

export type RefusalCode = keyof typeof refusals;

/** HTTP status of a refusal. */
export const refusalStatus = (code: RefusalCode): number => refusals[code][0];

/** English sentence of a refusal. */
export const refusalSentence = (code: RefusalCode): string => refusals[code][2];
