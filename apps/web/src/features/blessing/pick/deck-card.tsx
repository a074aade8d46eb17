import { Money } from '@minerx/ui/money';
import type { CSSProperties } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import back from '../art/card-back.svg';
import type { Card } from '../blessing.api.ts';
import { Burst } from './burst.tsx';
import styles from './deck-card.module.css';
import { prizePicture, prizeShort } from '../prize-face.ts';

/**
 * `down` can be tapped; `passed` was not tapped and keeps its secret; `turning` was tapped and waits for the answer, `waiting`
 * did not get one; `picked` and `other` are seen from the front.
 */
export type CardSide = 'down' | 'passed' | 'turning' | 'waiting' | 'picked' | 'other';

interface DeckCardProps {
  /** Place in the grid, from 0: the others turn one after the other. */
  order: number;
  side: CardSide;
  /** What it says to those who do not see it. */
  name: string;
  locked: boolean;
  /** What it holds, once it is known and may be seen. */
  card: Card | null;
  onPick: () => void;
}

export function DeckCard({ order, side, name, locked, card, onPick }: DeckCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      data-side={side}
      style={{ '--order': order } as CSSProperties}
      aria-label={name}
      aria-disabled={locked || undefined}
      onClick={() => {
        if (!locked) onPick();
      }}
    >
      {side === 'picked' && <span className={styles.rays} />}
      <span className={styles.turn}>
        <span className={styles.back}>
          <img src={back} alt="" width="300" height="400" draggable={false} />
        </span>
        <span className={styles.front}>{card && <Face card={card} own={side === 'picked'} />}</span>
      </span>
      {side === 'picked' && <Burst />}
    </button>
  );
}

function Face({ card, own }: { card: Card; own: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <img src={prizePicture(card.name, card.amountUnits)} alt="" width="240" height="240" draggable={false} />
      <span className={styles.words}>
        <span className={styles.name}>{prizeShort(t, card.name)}</span>
        <span className={styles.amount}>
          <Money units={card.amountUnits} precision={0} prefix="$" hideable={own} />
        </span>
      </span>
    </>
  );
}
