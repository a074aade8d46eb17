import { verifyPick, type ProofOutcome } from '@minerx/rules/blessing';
import { verifyDraw, type DrawCrypto, type DrawOutcome } from '@minerx/rules/blessing-draw-proof';
import { formatUnits } from '@minerx/rules/money';
import { useEffect, useState } from 'react';
import type { Pick } from '../blessing.api.ts';

/** `unable`: the browser has no SHA-256, as on a page without a secure origin. */
export type Proof = ProofOutcome | 'running' | 'unable';

/** Checks a pick in this browser, with the rules' own recipe, against the seal that was shown before it. @internal */
export async function prove(pick: Pick, commitment: string): Promise<Proof> {
  if (globalThis.crypto?.subtle === undefined) return 'unable';
  return verifyPick(
    {
      packId: pick.packId,
      commitment,
      deck: pick.proof.deck,
      salt: pick.proof.salt,
      index: pick.index,
      name: pick.name,
      amount: formatUnits(pick.amountUnits),
    },
    (bytes) => crypto.subtle.digest('SHA-256', bytes),
  );
}

/** @param commitment the seal as this browser saw it before the pick; for older picks the one that the server kept */
export function useProof(pick: Pick, commitment: string = pick.proof.commitment): Proof {
  const [proof, setProof] = useState<Proof>('running');
  useEffect(() => {
    let left = false;
    void prove(pick, commitment)
      .catch((): Proof => 'unable')
      .then((outcome) => {
        if (!left) setProof(outcome);
      });
    return () => {
      left = true;
    };
  }, [pick, commitment]);
  return proof;
}

/** `none`: the deck is older than committed draws. `failed`: whatever of the draw is not as it was committed to. */
export type Drawn = 'running' | 'proven' | 'later' | 'failed' | 'none' | 'unable';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const platform: DrawCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  hmacSha256: async (key, bytes) => {
    const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', made, bytes));
  },
  isSigned: async (publicKey, signature, bytes) => {
    const key = await crypto.subtle.importKey('spki', publicKey, RSA, false, ['verify']);
    return crypto.subtle.verify(RSA.name, key, signature, bytes);
  },
};

/** Deals the deck again in this browser, from what was committed to before anybody knew it. */
async function proveDraw({ packId, proof, draw }: Pick): Promise<Drawn> {
  if (draw === null) return 'none';
  if (globalThis.crypto?.subtle === undefined) return 'unable';
  const { member_seed: memberSeed, public_key: publicKey, seed_commitment: seedCommitment, ...rest } = draw;
  const outcome: DrawOutcome = await verifyDraw(
    { ...rest, ...proof, packId, memberSeed, publicKey, seedCommitment, tableCommitted: draw.table_committed },
    platform,
  ).catch(() => 'signature' as const);
  return outcome === 'proven' || outcome === 'later' ? outcome : 'failed';
}

export function useDraw(pick: Pick): Drawn {
  const [drawn, setDrawn] = useState<Drawn>('running');
  useEffect(() => {
    let left = false;
    void proveDraw(pick).then((outcome) => {
      if (!left) setDrawn(outcome);
    });
    return () => {
      left = true;
    };
  }, [pick]);
  return drawn;
}
