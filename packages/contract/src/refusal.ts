/**
 * Every expected "no" of the API: its stable code, its HTTP status and its English sentence.
 * The client translates by code (area `refusal` of the catalogues) and falls back to the sentence.
 */
export const refusals = {
  // Any call
  err_validation: [400, 'Some fields are not filled in correctly.'],
  err_bad_request: [400, 'The request could not be read.'],
  err_idempotency_key: [400, 'This action needs an Idempotency-Key header of 8 to 64 characters.'],
  err_idempotency_mismatch: [422, 'This action was already sent with other details. Please start again.'],
  err_unauthorised: [401, 'Please sign in.'],
  err_forbidden: [403, 'You are not allowed to do this.'],
  err_not_found: [404, 'Not found.'],
  err_conflict: [409, 'This changed in the meantime. Please look again.'],
  err_too_large: [413, 'The request is too large.'],
  err_media_type: [415, 'This kind of content is not accepted.'],
  err_too_many: [429, 'Too many requests. Please wait a moment.'],
  err_internal: [500, 'Something went wrong on our side. Nothing was lost; please try again.'],
  err_maintenance: [503, 'The service is under maintenance.'],
  err_unavailable: [503, 'This part is not available right now. Please try again shortly.'],
  // Fields
  err_required: [400, 'This field is required.'],
  err_type: [400, 'This value has the wrong type.'],
  err_format: [400, 'This value has the wrong format.'],
  err_too_long: [400, 'This text is too long.'],
  err_email: [400, 'Please enter a valid email address.'],
  err_mobile: [400, 'Please enter a valid mobile number.'],
  err_full_name: [400, 'Please enter your full name (2 to 80 characters).'],
  err_country: [400, 'Please choose a country from the list.'],
  err_password_rule: [400, 'The password does not meet the rules.'],
  err_password_mismatch: [400, 'The passwords do not match.'],
  err_pin_rule: [400, 'The security PIN has exactly 6 digits.'],
  err_pin_weak: [400, 'This PIN is easy to guess: a date, a repetition or a simple row. Please choose another one.'],
  err_unchanged: [400, 'The new one must differ from the old one.'],
  err_pin_mismatch: [400, 'The security PINs do not match.'],
  err_code_format: [400, 'The verification code has 6 digits.'],
  err_terms: [400, 'Please accept the terms and conditions.'],
  err_quantity: [400, 'Quantity is a whole number from 1 to 100.'],
  err_amount: [400, 'Please enter an amount with at most 8 decimals.'],
  err_withdrawal_coin: [400, 'Please choose a coin from the list.'],
  err_withdrawal_network: [400, 'Please choose a network of this coin.'],
  err_withdrawal_address: [400, 'This is not an address of the chosen network.'],
  err_btapay_id: [400, 'A BTA Pay ID has 4 to 64 letters, digits, hyphens, underscores, dots or @.'],
  err_page: [400, 'This page does not exist.'],
  // Members and sessions
  err_login: [401, 'Email or password is wrong.'],
  err_login_locked: [429, 'Too many attempts. Please try again later.'],
  err_account_frozen: [403, 'This account is frozen. Please contact support.'],
  err_recent_reset: [
    422,
    'Password and PIN were reset less than 48 hours ago. Until that time has passed nothing can leave this account.',
  ],
  err_session_ended: [401, 'Your session has ended. Please sign in again.'],
  err_code_wrong: [422, 'The verification code is wrong or has expired.'],
  err_code_wait: [429, 'Please wait before requesting another code.'],
  err_referral_code: [422, 'This referral code does not exist.'],
  err_account_exists: [
    422,
    'The account could not be created with these details. If you already have one, please sign in.',
  ],
  err_link_invalid: [422, 'This link is no longer valid. Please request a new one.'],
  /** Nobody can ask for another one: it came with a letter about a change. */
  err_freeze_link_over: [
    422,
    'This link is no longer valid. If you did not make the change yourself, reset your password now and write to our support.',
  ],
  err_old_password: [422, 'The old password is wrong.'],
  err_old_pin: [422, 'The old security PIN is wrong.'],
  err_pin_wrong: [422, 'The security PIN is wrong.'],
  err_pin_locked: [429, 'Too many wrong PINs. Please try again later.'],
  // Money and miners
  err_insufficient_balance: [422, 'The wallet balance is not sufficient.'],
  err_amount_changed: [409, 'The amounts have changed. Please check them and confirm again.'],
  err_payouts_frozen: [503, 'Payouts are paused while our books are checked. Nothing is lost; please try again later.'],
  err_price_stale: [503, 'The market price is too old to use. Please try again shortly.'],
  err_country_unavailable: [422, 'Not Available In Your Country'],
  err_package_unavailable: [422, 'This package is not available.'],
  err_payment_method: [422, 'This payment method is not available to you.'],
  err_voucher_only: [422, 'This package is only available with a voucher.'],
  err_out_of_stock: [422, 'There is not enough stock left. You can order and wait for new stock.'],
  err_order_status: [409, 'The order is not in a state that allows this.'],
  err_voucher_invalid: [422, 'This voucher code is not valid or was already used.'],
  // Raya Blessings
  err_opened_pack: [409, 'This Raya Blessing has already been opened.'],
  err_no_angpau_prize: [422, 'Stay tuned for updates and check back later!'],
  // NFTs
  err_nft_status: [409, 'This NFT is not in a state that allows this.'],
  err_second_operator: [409, 'Another operator has to approve this too.'],
  // Staking
  err_staking_unavailable: [422, 'The staking function is currently not available.'],
  err_staking_type: [422, 'This staking type is not available.'],
  err_staking_amount: [422, 'This amount cannot be staked. Please check the least and the most.'],
  // Support
  err_ticket_category: [400, 'Please choose what your question is about.'],
  err_ticket_closed: [409, 'This enquiry is closed. Please submit a new ticket.'],
  err_image: [422, 'This image cannot be used. Please send a PNG, JPEG or WebP picture.'],
} as const satisfies Record<`err_${string}`, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof refusals;

/** HTTP status of a refusal. */
export const refusalStatus = (code: RefusalCode): number => refusals[code][0];

/** English sentence of a refusal. */
export const refusalSentence = (code: RefusalCode): string => refusals[code][1];

export const isRefusalCode = (text: string): text is RefusalCode => Object.hasOwn(refusals, text);
