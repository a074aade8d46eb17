import type { Generated } from 'kysely';
import type { Json } from './schema.ts';

/** What members read and write to each other: pictures, announcements, banners, files, tickets. See `schema.ts`. */

export type PictureTable = { id: string; media_type: string; bytes: Buffer; created_at: Date };

export type AnnouncementTable = {
  id: string;
  title: string;
  titles: Json;
  message: string;
  messages: Json;
  picture_id: string | null;
  published_at: Date;
  withdrawn_at: Date | null;
};

export type BannerTable = {
  id: string;
  title: string;
  titles: Json;
  picture_id: string;
  link: string;
  position: number;
  published_at: Date;
  withdrawn_at: Date | null;
};

export type StoredFileTable = {
  hash: Buffer;
  media_type: string;
  bytes: number;
  width: number;
  height: number;
  created_at: Generated<Date>;
};

export type SupportTicketTable = {
  id: string;
  number: string;
  member_id: bigint;
  category: number;
  status: Generated<number>;
  unread: Generated<boolean>;
  awaits_us: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
};

export type TicketMessageTable = {
  id: string;
  ticket_id: string;
  admin_id: Generated<number>;
  message: string;
  image_hash: Buffer | null;
  created_at: Date;
};
