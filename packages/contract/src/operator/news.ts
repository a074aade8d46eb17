import { TICKET_IMAGE_BYTES_MAX } from '@minerx/rules/ticket';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { opaqueId } from '../wire/wire.ts';
import { after, auditLine, listOf } from './list.ts';

/** What operators tell the members. Of the last two there is one each, whose id is its name. */
export const NEWS_KINDS = ['announcement', 'banner', 'marquee', 'maintenance'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

const NEWS_STATES = ['planned', 'shown', 'over', 'withdrawn'] as const;
export type NewsState = (typeof NEWS_STATES)[number];

const item = z.object({
  kind: z.enum(NEWS_KINDS),
  id: z.string(),
  state: z.enum(NEWS_STATES),
  /** In English; of the marquee its text. */
  title: z.string(),
  /** Codes of the languages that it is written in. */
  languages: z.array(z.string()),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  popup: z.boolean(),
  /** Of a banner among the others, lower ones first. */
  position: z.nullable(z.number()),
  /** Where a banner leads. */
  link: z.nullable(z.string()),
  /** Id of a picture. */
  picture: z.nullable(z.string()),
});
export type NewsItem = z.output<typeof item>;

export const operatorNews = defineCall({
  method: 'GET',
  path: 'operator/news/all',
  summary:
    'What operators tell the members: announcements newest first, banners in their order, marquee or maintenance.',
  session: 'operator',
  query: z.object({ kind: z._default(z.enum(NEWS_KINDS), 'announcement'), after }),
  result: listOf(item),
  refusals: ['err_forbidden', 'err_page'],
});

/** Texts by field and language. */
const texts = z.record(z.string(), z.record(z.string(), z.string()));
export type NewsTexts = z.output<typeof texts>;

export const operatorNewsItem = defineCall({
  method: 'GET',
  path: 'operator/news',
  summary: 'One of them with its texts in every language as they were written, and what was done about it.',
  session: 'operator',
  query: z.object({ kind: z.enum(NEWS_KINDS), id: opaqueId }),
  result: z.object({ item, texts, audit: z.array(auditLine) }),
  refusals: ['err_forbidden', 'err_not_found'],
});

export const PICTURE_BYTES_MAX = TICKET_IMAGE_BYTES_MAX;

export const operatorPicture = defineCall({
  method: 'POST',
  path: 'operator/picture',
  summary:
    'Keeps a picture for an announcement or a banner that is published next; it is written anew, at most 1600 pixels a side.',
  session: 'operator',
  upload: { field: 'image', maxBytes: PICTURE_BYTES_MAX },
  result: z.object({ picture: z.string() }),
  refusals: ['err_forbidden', 'err_required', 'err_image', 'err_too_large', 'err_media_type', 'err_unavailable'],
});

export const operatorWords = defineCall({
  method: 'POST',
  path: 'operator/news/check',
  summary:
    'Where texts say a thing otherwise than their language does in the app, one line each that begins with its code.',
  session: 'operator',
  body: z.object({ texts }),
  result: z.object({ lines: z.array(z.string()) }),
  refusals: ['err_forbidden'],
});
