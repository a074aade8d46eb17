import { useEffect } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import type { Opened } from '../blessing.api.ts';
import { DeckGrid } from './deck-grid.tsx';
import styles from './pick-table.module.css';
import { fetchPictures, prizeText } from '../prize-face.ts';
import { Seal } from '../proof/seal.tsx';
import type { Picking } from './use-pick.ts';
import { useProof, type Proof } from '../proof/use-proof.ts';
import { WonModal } from './won-modal.tsx';

/** The table with the nine cards: what to do, the cards, the seal. `ready`: the pack is known and waits. */
export function PickTable({ picking, ready }: { picking: Picking; ready: boolean }) {
  const { t } = useTexts();
  const { stage, opened } = picking;
  useEffect(fetchPictures, []);
  const saying = (): string => {
    if (opened === null) {
      if (stage === 'lost') return t('blessing.lost');
      return t(stage === 'again' || stage === 'asking' ? `blessing.state.${stage}` : 'blessing.state.ready');
    }
    if (stage === 'all') return t('blessing.state.all');
    return t('blessing.state.shown', { prize: prizeText(t, opened.pick.name) });
  };
  return (
    <div className={styles.table} aria-busy={(!ready && stage === 'ready') || undefined}>
      <p className={styles.saying} data-strong={opened !== null || undefined} role="status">
        {saying()}
      </p>
      <DeckGrid picking={picking} ready={ready} />
      {opened === null ? (
        ready || picking.index !== null ? (
          <Seal commitment={picking.commitment} picked={null} />
        ) : (
          <div className={styles.place} />
        )
      ) : (
        <Won picking={picking} opened={opened} />
      )}
    </div>
  );
}

/** The seal with its proof, and the window with the prize. The check runs against the seal that this browser was shown. */
function Won({ picking, opened }: { picking: Picking; opened: Opened }) {
  const proof: Proof = useProof(opened.pick, picking.commitment);
  return (
    <>
      <Seal commitment={picking.commitment} picked={{ pick: opened.pick, proof }} />
      <WonModal open={picking.stage === 'won'} pick={opened.pick} proof={proof} onProceed={picking.proceed} />
    </>
  );
}
