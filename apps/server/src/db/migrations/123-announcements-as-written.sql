-- What an operator wrote, by language code, English under `en`: Markdown, or HTML that begins with `<`. Whoever corrects it gets it back; members
-- are shown `message` and `messages`. Those published before have none.
ALTER TABLE announcement ADD COLUMN written jsonb;
GRANT UPDATE (written) ON announcement TO minerx_app;
