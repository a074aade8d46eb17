-- Team figures: what a member's downline counts and sold, kept beside the members and folded up from deltas.

-- Operator data. `names` holds the variants by language code; an empty or missing one falls back to `name`.
CREATE TABLE rank (
  id    smallint PRIMARY KEY,
  name  text NOT NULL CHECK (name <> ''),
  names jsonb NOT NULL
);
INSERT INTO rank (id, name, names) VALUES (0, 'Member',
  '{"zh":"会员","ch":"會員","kr":"회원","vi":"Thành viên","th":"สมาชิก","pt":"Membro","my":"Ahli","es":"Miembro","gr":"Mitglied"}');

ALTER TABLE member ADD COLUMN rank_id smallint NOT NULL DEFAULT 0 REFERENCES rank;

-- A sponsor is a member before his recruits are: numbers grow downwards, so the sponsors form a forest and nobody is above himself.
ALTER TABLE member ADD CONSTRAINT member_sponsor_is_older CHECK (sponsor_id < id);
CREATE FUNCTION refuse_new_sponsor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the sponsor of a member never changes' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER member_sponsor_stays BEFORE UPDATE OF sponsor_id ON member
  FOR EACH ROW WHEN (OLD.sponsor_id IS DISTINCT FROM NEW.sponsor_id) EXECUTE FUNCTION refuse_new_sponsor();

-- Own capital; direct: the first level; group: the whole downline. Sales are USD units of orders that were not cancelled.
CREATE TABLE member_figures (
  member_id      bigint PRIMARY KEY REFERENCES member,
  sponsor_id     bigint,
  capital_units  bigint NOT NULL,
  direct_sponsor integer NOT NULL,
  group_sponsor  integer NOT NULL,
  direct_sales   bigint NOT NULL,
  group_sales    bigint NOT NULL,
  foundation     boolean NOT NULL,
  legacy         boolean NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX member_figures_standing ON member_figures (sponsor_id, member_id) WHERE foundation OR legacy;

-- What happened and is not folded up yet. One row for a purchase, however deep its member stands: updating all ancestors
-- at once would make the root's row a lock that every purchase waits for.
CREATE TABLE team_delta (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id   bigint NOT NULL,
  joined      smallint NOT NULL,
  sales_units bigint NOT NULL
);

-- Triggers, so that no way of writing a member or an order, now or later, can forget the delta.
CREATE FUNCTION note_joined_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.team_delta (member_id, joined, sales_units) SELECT id, 1, 0 FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER member_joins_team AFTER INSERT ON member
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_joined_members();

CREATE FUNCTION note_new_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.team_delta (member_id, joined, sales_units)
    SELECT member_id, 0, sum(amount_units) FROM added WHERE status <> 10 GROUP BY member_id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_counts_for_team AFTER INSERT ON miner_order
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_sales();

CREATE FUNCTION note_cancelled_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.team_delta (member_id, joined, sales_units)
    VALUES (NEW.member_id, 0, CASE WHEN NEW.status = 10 THEN -NEW.amount_units ELSE NEW.amount_units END);
  RETURN NULL;
END $$;
CREATE TRIGGER order_leaves_team AFTER UPDATE OF status ON miner_order
  FOR EACH ROW WHEN ((OLD.status = 10) <> (NEW.status = 10)) EXECUTE FUNCTION note_cancelled_sale();

-- Members and orders from before this file: the first folds take them up.
INSERT INTO team_delta (member_id, joined, sales_units) SELECT id, 1, 0 FROM member ORDER BY id;
INSERT INTO team_delta (member_id, joined, sales_units)
  SELECT member_id, 0, sum(amount_units) FROM miner_order WHERE status <> 10 GROUP BY member_id;

GRANT SELECT, INSERT, UPDATE ON rank, member_figures TO minerx_app;
GRANT SELECT, INSERT, DELETE ON team_delta TO minerx_app;
