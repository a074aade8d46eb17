import * as z from 'zod/mini';

const optional = z.optional(z.string());

/** A rank with its name in each language; a missing variant falls back to the base field. */
export const ranking = z.object({
  ranking_name: z.string(),
  ranking_name_zh: optional,
  ranking_name_ch: optional,
  ranking_name_kr: optional,
  ranking_name_vi: optional,
  ranking_name_th: optional,
  ranking_name_pt: optional,
  ranking_name_my: optional,
  ranking_name_es: optional,
  ranking_name_gr: optional,
});
export type Ranking = z.output<typeof ranking>;
