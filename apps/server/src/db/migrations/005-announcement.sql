-- What operators tell the members: announcements, the banners of the home screen, and the pictures of both.

-- Re-encoded when saved. In the database, so that every process serves them and a backup holds them.
CREATE TABLE picture (
  id         uuid PRIMARY KEY,
  media_type text NOT NULL CHECK (media_type = 'image/webp'),
  bytes      bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 1048576),
  created_at timestamptz NOT NULL
);

-- `titles` and `messages` hold the variants by language code; an empty or missing one falls back to the base, English.
CREATE TABLE announcement (
  id           uuid PRIMARY KEY,
  title        text NOT NULL CHECK (title <> ''),
  titles       jsonb NOT NULL,
  message      text NOT NULL CHECK (message <> ''),
  messages     jsonb NOT NULL,
  picture_id   uuid REFERENCES picture,
  published_at timestamptz NOT NULL,
  withdrawn_at timestamptz
);
CREATE INDEX announcement_newest ON announcement (published_at DESC, id DESC) WHERE withdrawn_at IS NULL;

CREATE TABLE banner (
  id           uuid PRIMARY KEY,
  title        text NOT NULL CHECK (title <> ''),
  titles       jsonb NOT NULL,
  picture_id   uuid NOT NULL REFERENCES picture,
  link         text NOT NULL CHECK (link ~ '^/[A-Za-z0-9/_-]*$'),
  position     smallint NOT NULL,
  published_at timestamptz NOT NULL,
  withdrawn_at timestamptz
);

GRANT SELECT, INSERT ON picture TO minerx_app;
GRANT SELECT, INSERT, UPDATE ON announcement, banner TO minerx_app;
