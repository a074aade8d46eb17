import { amount, NUMBER, read, UUID, type DataSection } from './data-section.query.ts';
import { OF_MINERS, OF_MONEY } from './personal-goods.query.ts';

/** Who the member is, and how the account is guarded. Secrets stand here as that they are. */
const OF_ACCOUNT: readonly DataSection[] = [
  {
    name: 'profile',
    of: ['member', 'country', 'rank', 'community'],
    first: NUMBER,
    page: read(
      `SELECT m.id::text AS key, json_build_object('username', m.username, 'full_name', m.full_name, 'email', m.email, 'mobile', m.mobile,
                'country', n.name, 'language', m.language, 'referral_code', m.referral_code, 'rank', k.name, 'community', c.name,
                'btapay_id', m.btapay_id, 'frozen', m.frozen_at, 'created', m.created_at)::text AS row
           FROM member m JOIN country n ON n.id = m.country_id JOIN community c ON c.id = m.community_id LEFT JOIN rank k ON k.id = m.rank_id
          WHERE m.id = $1 AND m.id > $2::bigint LIMIT $3`,
    ),
  },
  {
    name: 'team',
    of: ['member_figures', 'team_delta'],
    first: NUMBER,
    page: read(
      `SELECT f.member_id::text AS key, json_build_object('capital', ${amount('f.capital_units')}, 'direct_sponsor', f.direct_sponsor,
                'group_sponsor', f.group_sponsor, 'direct_sales', ${amount('f.direct_sales')}, 'group_sales', ${amount('f.group_sales')},
                'foundation', f.foundation, 'legacy', f.legacy)::text AS row
           FROM member_figures f WHERE f.member_id = $1 AND f.member_id > $2::bigint LIMIT $3`,
    ),
  },
  {
    // By user name and moment, as the team screen shows them; nothing else of another member.
    name: 'referred',
    of: [],
    first: NUMBER,
    page: read(
      `SELECT m.id::text AS key, json_build_object('username', m.username, 'joined', m.created_at)::text AS row
           FROM member m WHERE m.sponsor_id = $1 AND m.id > $2::bigint ORDER BY m.id LIMIT $3`,
    ),
  },
  {
    name: 'sessions',
    of: ['session'],
    first: UUID,
    page: read(
      `SELECT s.id::text AS key, json_build_object('device', s.device, 'address', s.address, 'signed_in', s.created_at, 'last_used', s.last_used_at,
                'ended', s.ended_at, 'why', s.ended_reason)::text AS row
           FROM session s WHERE s.member_id = $1 AND s.id > $2::uuid ORDER BY s.id LIMIT $3`,
    ),
  },
  {
    name: 'security_events',
    of: ['factor_change'],
    first: NUMBER,
    page: read(
      `SELECT f.id::text AS key, json_build_object('what', f.kind, 'at', f.at)::text AS row
           FROM factor_change f WHERE f.member_id = $1 AND f.id > $2::bigint ORDER BY f.id LIMIT $3`,
    ),
  },
  {
    name: 'authenticator_apps',
    of: ['member_factor', 'member_recovery_code'],
    first: NUMBER,
    page: read(
      `SELECT f.id::text AS key, json_build_object('since', f.created_at, 'ended', f.ended_at,
                'recovery_codes', (SELECT count(*) FROM member_recovery_code c WHERE c.member_id = f.member_id AND c.used_at IS NULL))::text AS row
           FROM member_factor f WHERE f.member_id = $1 AND f.id > $2::bigint ORDER BY f.id LIMIT $3`,
    ),
  },
  {
    name: 'passkeys',
    of: ['passkey'],
    first: UUID,
    page: read(
      `SELECT p.id::text AS key, json_build_object('name', p.name, 'since', p.created_at, 'last_used', p.used_at, 'ended', p.ended_at)::text AS row
           FROM passkey p WHERE p.owner = 'member:' || $1::bigint AND p.id > $2::uuid ORDER BY p.id LIMIT $3`,
    ),
  },
  {
    name: 'links',
    of: ['one_use_link'],
    first: '0 ',
    page: read(
      `SELECT extract(epoch FROM l.created_at) || ' ' || encode(l.token_hash, 'hex') AS key,
                json_build_object('for', l.purpose, 'made', l.created_at, 'until', l.expires_at, 'used', l.used_at)::text AS row
           FROM one_use_link l
          WHERE l.member_id = $1 AND (l.created_at, l.token_hash) > (to_timestamp(split_part($2, ' ', 1)::numeric), decode(split_part($2, ' ', 2), 'hex'))
          ORDER BY l.created_at, l.token_hash LIMIT $3`,
    ),
  },
  {
    name: 'terms_accepted',
    of: ['terms_acceptance'],
    first: NUMBER,
    page: read(
      `SELECT t.version::text AS key, json_build_object('version', t.version, 'language', t.language, 'at', t.at)::text AS row
           FROM terms_acceptance t WHERE t.member_id = $1 AND t.version > $2::smallint ORDER BY t.version LIMIT $3`,
    ),
  },
];

/** What was said, and what the member wants to be told. */
const OF_TALK: readonly DataSection[] = [
  {
    name: 'tickets',
    of: ['ticket', 'ticket_message', 'stored_file'],
    first: UUID,
    page: read(
      `SELECT t.id::text AS key, json_build_object('number', t.number, 'category', t.category, 'status', t.status, 'created', t.created_at, 'closed', t.closed_at,
                'messages', (SELECT json_agg(json_build_object('from', CASE m.admin_id WHEN 0 THEN 'member' ELSE 'support' END, 'at', m.created_at,
                                                               'text', m.message, 'picture', encode(m.image_hash, 'hex')) ORDER BY m.id)
                               FROM ticket_message m WHERE m.ticket_id = t.id))::text AS row
           FROM ticket t WHERE t.member_id = $1 AND t.id > $2::uuid ORDER BY t.id LIMIT least($3, 50)`,
    ),
  },
  {
    name: 'notices',
    of: ['notice'],
    first: UUID,
    page: read(
      `SELECT n.id::text AS key, json_build_object('kind', n.kind, 'about', n.label, 'count', n.count, 'wallet', w.name, 'amount', ${amount('n.units')},
                'at', n.at, 'read', n.read_at)::text AS row
           FROM notice n LEFT JOIN wallet_type w ON w.id = n.wallet_id WHERE n.member_id = $1 AND n.id > $2::uuid ORDER BY n.id LIMIT $3`,
    ),
  },
  {
    name: 'notice_choices',
    of: ['notice_choice'],
    first: NUMBER,
    page: read(
      `SELECT c.member_id::text AS key, json_build_object('mail', c.mail, 'push', c.push, 'quiet_from_minute', c.quiet_from, 'quiet_until_minute', c.quiet_until,
                'time_zone', c.time_zone)::text AS row
           FROM notice_choice c WHERE c.member_id = $1 AND c.member_id > $2::bigint LIMIT $3`,
    ),
  },
  {
    name: 'push_devices',
    of: ['push_subscription'],
    first: UUID,
    page: read(
      `SELECT p.id::text AS key, json_build_object('service', split_part(p.endpoint, '/', 3), 'since', p.created_at)::text AS row
           FROM push_subscription p WHERE p.member_id = $1 AND p.id > $2::uuid ORDER BY p.id LIMIT $3`,
    ),
  },
];

/** All but the movements. */
export const DATA_SECTIONS: readonly DataSection[] = [...OF_ACCOUNT, ...OF_TALK, ...OF_MINERS, ...OF_MONEY];
