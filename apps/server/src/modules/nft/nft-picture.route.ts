import { nftPicture } from '@minerx/art/nft';
import { isNftToken, nftCategoryOf } from '@minerx/rules/nft-collection';
import { PackedText } from '../../http/constant-answer.ts';
import { perMinute } from '../../http/limit.ts';
import { createVisitorGate } from '../../http/visitor-gate.ts';
import type { Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';

const FILE = /^([1-9]\d{0,4})\.svg$/;

/** Drawn pictures kept: those of the home screen and of the members who look right now. */
const KEPT = 256;

/**
 * Pictures of the collection, drawn from the token's number when they are asked for. They are public and never change;
 * opened by itself one is a drawing without any script.
 */
export const addNftPictureRoute = ({ http, context }: Api): void => {
  const allow = createVisitorGate(context, perMinute(1200));
  const kept = new Map<number, PackedText>();
  const draw = (token: number): PackedText => {
    const known = kept.get(token);
    if (known !== undefined) return known;
    const svg = nftPicture(token, nftCategoryOf(token).name);
    const made = new PackedText(svg, 'image/svg+xml', ['gzip']);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value as number);
    kept.set(token, made);
    return made;
  };

  const url = '/api/nft/picture/:file';
  // It brings its own compressed bytes.
  http.get<{ Params: { file: string } }>(url, { compress: false }, async (request, reply) => {
    allow(request);
    const token = Number(FILE.exec(request.params.file)?.[1] ?? 0);
    if (!isNftToken(token)) refuse('err_not_found');
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff');
    return draw(token).send(request, reply);
  });
};
