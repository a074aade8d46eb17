-- Of rows that live on the app may change what changes, and nothing that was settled when they were made: where an NFT goes
-- and for which fee, what a prize is called and worth in decks that are dealt, whose a code is and how long it lasts.

REVOKE UPDATE ON nft, nft_withdrawal, blessing_prize, email_code FROM minerx_app;
GRANT UPDATE (member_id, status, acquired_at) ON nft TO minerx_app;
GRANT UPDATE (status, cause, first_approver, decided_at, tx_hash) ON nft_withdrawal TO minerx_app;
GRANT UPDATE (weight, total, remaining, voucher_package_id, enabled) ON blessing_prize TO minerx_app;
GRANT UPDATE (tries, used_at) ON email_code TO minerx_app;
