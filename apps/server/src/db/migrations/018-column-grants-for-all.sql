-- The app may change of each row what changes in its life, and nothing that was settled when it was made: whose an order or a
-- voucher is and what it is worth, who a member is, which account a balance is of. A column that is added later can be written
-- when its row is made; to change it takes a grant of its own, and a line in db/grants.test.ts.

REVOKE UPDATE ON wallet_type, setting, miner_package, community, member, session, refresh_token, one_use_link, attempt, account, hold,
  stock, device, voucher, miner_order, allocation, device_minute, settlement_day, pool_worker_day, pool_payout, market_symbol, rank,
  member_figures, announcement, banner, support_ticket, staking_type FROM minerx_app;

-- Money
GRANT UPDATE (balance) ON account TO minerx_app;
GRANT UPDATE (state, closed_at) ON hold TO minerx_app;
GRANT UPDATE (redeemed_by, redeemed_at) ON voucher TO minerx_app;
GRANT UPDATE (status, hold_owner_id, place, voucher_id, activated_at, profit_balance_units, carry_pico_sat, ended_at) ON miner_order TO minerx_app;
GRANT UPDATE (released_at) ON allocation TO minerx_app;
GRANT UPDATE (total, used, waiting, shared_queue) ON stock TO minerx_app;
GRANT UPDATE (price_units, price_at, price_source, price_simulated) ON wallet_type TO minerx_app;

-- Members and sessions
GRANT UPDATE (password_hash, pin_hash, btapay_id, language, language_chosen, community_id, rank_id, frozen_at) ON member TO minerx_app;
GRANT UPDATE (last_used_at, ended_at, ended_reason) ON session TO minerx_app;
GRANT UPDATE (rotated_at) ON refresh_token TO minerx_app;
GRANT UPDATE (used_at) ON one_use_link TO minerx_app;
GRANT UPDATE (failures, lockouts, locked_until, updated_at) ON attempt TO minerx_app;
GRANT UPDATE (capital_units, direct_sponsor, group_sponsor, direct_sales, group_sales, foundation, legacy) ON member_figures TO minerx_app;
GRANT UPDATE (status, awaits_us, unread, updated_at, closed_at) ON support_ticket TO minerx_app;

-- What operators set
GRANT UPDATE (value, updated_at) ON setting TO minerx_app;
GRANT UPDATE (name, price_units, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, free_blessings, active)
  ON miner_package TO minerx_app;
GRANT UPDATE (name, payment_methods) ON community TO minerx_app;
GRANT UPDATE (name, names) ON rank TO minerx_app;
GRANT UPDATE (name, name2, names2, wallet_id, wallet2_id, max_units, term_days, active) ON staking_type TO minerx_app;
GRANT UPDATE (withdrawn_at) ON announcement, banner TO minerx_app;
GRANT UPDATE (host, port, free, retired_at, rated_ths, site, mac, machine_serial, pool_worker, in_stock) ON device TO minerx_app;

-- Measurements
GRANT UPDATE (hashes, covered_s, down_s, blind_s) ON device_minute TO minerx_app;
GRANT UPDATE (state, updated_at) ON settlement_day TO minerx_app;
-- pool_worker_day, pool_payout, market_symbol: written once.
