-- An actor is written in one form: member:42, operator:ana, job:placement, visitor:<digest>. Answers that are kept must be found by it,
-- and the transfers that point at them with it. The audit log stays as it was written: its hashes are over the words of then.
UPDATE command SET actor = CASE
    WHEN actor ~ '^m[0-9]+$' THEN 'member:' || substr(actor, 2)
    WHEN actor ~ '^s[0-9a-f]{32}$' THEN 'visitor:' || substr(actor, 2)
    WHEN actor = 'cli' THEN 'operator:shell'
    ELSE 'operator:' || actor END
  WHERE actor !~ '^(member|operator|job|visitor):';
UPDATE transfer SET answered = CASE
    WHEN answered ~ '^m[0-9]+ ' THEN 'member:' || substr(answered, 2)
    WHEN answered ~ '^cli ' THEN 'operator:shell' || substr(answered, 4)
    ELSE 'operator:' || answered END
  WHERE answered !~ '^(member|operator|job|visitor):';
-- Two who must agree are told apart by it.
UPDATE nft_withdrawal SET first_approver = CASE first_approver WHEN 'cli' THEN 'operator:shell' ELSE 'operator:' || first_approver END
  WHERE first_approver !~ '^operator:';
