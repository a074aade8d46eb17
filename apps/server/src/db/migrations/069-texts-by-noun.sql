-- The app's texts of tickets, withdrawal addresses and withdrawals are named by their nouns now: operators' own words over them go along.
UPDATE setting SET value = coalesce((
  SELECT jsonb_object_agg(language, coalesce((
    SELECT jsonb_object_agg(
      CASE split_part(name, '.', 1)
        WHEN 'support' THEN regexp_replace(name, '^support', 'ticket')
        WHEN 'address' THEN regexp_replace(name, '^address', 'withdrawal-address')
        WHEN 'withdraw' THEN regexp_replace(name, '^withdraw', 'withdrawal')
        ELSE name
      END, words) FROM jsonb_each(texts) AS text(name, words)
  ), '{}'))
  FROM jsonb_each(value) AS catalogue(language, texts)
), '{}')
WHERE key = 'translations';
