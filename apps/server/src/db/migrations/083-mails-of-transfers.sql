-- The ledger notes the mail about a transfer: what waits names the transfer as well.
UPDATE outbox SET payload = jsonb_build_object('transferIds', jsonb_build_array(payload ->> 'transferId'))
 WHERE topic = 'deposit_mail';
UPDATE outbox SET payload = jsonb_build_object('transferIds', jsonb_build_array(payload ->> 'id'))
 WHERE topic = 'transfer_mail';
UPDATE outbox o SET payload = jsonb_build_object('transferIds', jsonb_build_array(q.transfer_id))
  FROM swap_quote q WHERE o.topic = 'swap_mail' AND q.id = (o.payload ->> 'id')::uuid;
