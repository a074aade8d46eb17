-- An address is one on every network of its family (modules/deposit): what is sent on another one than it was shown for is found there.
INSERT INTO deposit_address (member_id, network_id, address, child, created_at)
SELECT a.member_id, n.id, a.address, a.child, a.created_at
  FROM deposit_address a CROSS JOIN (VALUES (2), (4)) AS n (id)
 WHERE a.network_id IN (2, 4)
 ORDER BY a.id
ON CONFLICT DO NOTHING;
