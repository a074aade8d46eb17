-- Who approved the withdrawal of an NFT stands there as it does with coins: nothing leaves without a yes, and what takes two not without
-- those of two different people.
ALTER TABLE nft_withdrawal
  ADD COLUMN two_operators boolean,            -- by the terms of when it was asked for
  ADD COLUMN second_approver text CHECK (second_approver <> '');

-- What was approved before is told by the audit log, whose older lines have the words of before actors had one form.
WITH said AS (
  SELECT subject, CASE WHEN actor LIKE 'operator:%' THEN actor WHEN actor = 'cli' THEN 'operator:shell' ELSE 'operator:' || actor END AS approver
    FROM audit WHERE action = 'nft.approve')
UPDATE nft_withdrawal w SET first_approver = coalesce(w.first_approver, said.approver), two_operators = coalesce(w.first_approver <> said.approver, false),
    second_approver = CASE WHEN w.first_approver <> said.approver THEN said.approver END
  FROM said WHERE said.subject = 'nft-withdrawal:' || w.id;
UPDATE nft_withdrawal w
   SET two_operators = coalesce((SELECT value FROM setting WHERE key = 'nft_two_operators'), '["legendary", "mythic"]') ? (ARRAY['rare', 'legendary', 'mythic'])[n.category_id]
  FROM nft n WHERE n.id = w.nft_id AND w.two_operators IS NULL;

SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE nft_withdrawal ALTER COLUMN two_operators SET NOT NULL,
  ADD CONSTRAINT nft_withdrawal_approved CHECK (status <> 1 OR first_approver IS NOT NULL),
  ADD CONSTRAINT nft_withdrawal_by_two CHECK (status <> 1 OR NOT two_operators OR second_approver IS NOT NULL),
  ADD CONSTRAINT nft_withdrawal_two_people CHECK (second_approver IS NULL OR (first_approver IS NOT NULL AND second_approver <> first_approver));
GRANT UPDATE (second_approver) ON nft_withdrawal TO minerx_app;

UPDATE row_version v SET value = v.value || to_jsonb(w.two_operators) FROM nft_withdrawal w WHERE v.table_name = 'nft_withdrawal' AND v.key = w.id::text;
SELECT watch_rows('nft_withdrawal', 'r.id::text', 'jsonb_build_array(r.nft_id, r.member_id, r.fee_units, r.hold_owner_id, r.network_id, r.address,
  r.two_operators)');
