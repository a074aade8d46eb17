-- The app's texts of sign-in and its like are named `session.…` now: operators' own words over them go along.
UPDATE setting SET value = coalesce((
  SELECT jsonb_object_agg(language, coalesce((
    SELECT jsonb_object_agg(regexp_replace(name, '^auth\.', 'session.'), words) FROM jsonb_each(texts) AS text(name, words)
  ), '{}'))
  FROM jsonb_each(value) AS catalogue(language, texts)
), '{}')
WHERE key = 'translations';
