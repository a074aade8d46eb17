import { verifyPick, type ProofOutcome } from '@minerx/rules/blessing';
import { formatUnits } from '@minerx/rules/money';
import { useEffect, useState } from 'react';
import type { Pick } from './blessing.api.ts';

/** `unable`: the browser has no SHA-256, as on a page without a secure origin. */
export type Proof = ProofOutcome | 'running' | 'unable';

/** Checks a pick in this browser, with the rules' own recipe, against the seal that was shown before it. */
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
