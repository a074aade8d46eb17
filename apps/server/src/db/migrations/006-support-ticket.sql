-- Help center: tickets, their messages, and the images that belong to them.

-- Files in the file store by the SHA-256 of what is stored; whoever may read what refers to one may read it.
CREATE TABLE stored_file (
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  media_type text NOT NULL,
  bytes      integer NOT NULL CHECK (bytes > 0),
  width      integer NOT NULL,
  height     integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE support_ticket (
  id         uuid PRIMARY KEY,
  number     text NOT NULL UNIQUE,
  member_id  bigint NOT NULL REFERENCES member,
  category   smallint NOT NULL CHECK (category BETWEEN 1 AND 5),
  status     smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 9)),
  unread     boolean NOT NULL DEFAULT false,   -- support has written or closed since the member last looked
  awaits_us  boolean NOT NULL DEFAULT true,    -- the member wrote last
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  closed_at  timestamptz,
  CHECK ((status = 9) = (closed_at IS NOT NULL))
);
CREATE INDEX support_ticket_member ON support_ticket (member_id, id DESC);
CREATE INDEX support_ticket_unread ON support_ticket (member_id) WHERE unread;
CREATE INDEX support_ticket_open ON support_ticket (updated_at) WHERE status = 1;

-- The question that opened a ticket is the message with the ticket's own id.
CREATE TABLE ticket_message (
  id         uuid PRIMARY KEY,
  ticket_id  uuid NOT NULL REFERENCES support_ticket,
  admin_id   integer NOT NULL DEFAULT 0,       -- 0: the member; else the operator
  message    text NOT NULL,
  image_hash bytea REFERENCES stored_file,
  created_at timestamptz NOT NULL,
  CHECK (message <> '' OR image_hash IS NOT NULL)
);
CREATE INDEX ticket_message_ticket ON ticket_message (ticket_id, id);

GRANT SELECT, INSERT ON stored_file, support_ticket, ticket_message TO minerx_app;
GRANT UPDATE ON support_ticket TO minerx_app;
