import { BLESSING_CARDS } from '@minerx/rules/blessing';
import { formatUsd } from '@minerx/ui/amount-text';
import { useUi } from '@minerx/ui/ui-context';
import { useRef, type KeyboardEvent } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { DeckCard, type CardSide } from './deck-card.tsx';
import styles from './deck-grid.module.css';
import { prizeShort } from '../prize-face.ts';
import type { Picking } from './use-pick.ts';

const COLUMNS = 3;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** The nine cards. Only the tapped one ever turns first, and only when it is known what it holds. */
export function DeckGrid({ picking, ready }: { picking: Picking; ready: boolean }) {
  const { t, tag, dollar } = useTexts();
  const { hideAmounts, texts } = useUi();
  const grid = useRef<HTMLDivElement>(null);
  const { stage, index: chosen, opened } = picking;
  const showsAll = stage === 'all' || stage === 'won';

  const sideOf = (index: number): CardSide => {
    const isChosen = index === chosen;
    if (opened !== null && (isChosen || showsAll)) return isChosen ? 'picked' : 'other';
    if (isChosen) return stage === 'lost' ? 'waiting' : 'turning';
    return chosen === null ? 'down' : 'passed';
  };
  const nameOf = (index: number, side: CardSide): string => {
    const number = String(index + 1);
    const card = opened?.cards[index];
    if (card && (side === 'picked' || side === 'other')) {
      const isOwn = side === 'picked';
      // The words that are seen on the card.
      const amount = isOwn && hideAmounts ? texts.hiddenAmount : formatUsd(card.amountUnits, 0, tag, dollar);
      const prize = prizeShort(t, card.name);
      return t(isOwn ? 'blessing.card.picked' : 'blessing.card.other', { number, prize, amount });
    }
    return t(side === 'turning' ? 'blessing.card.turning' : 'blessing.card.down', { number });
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const cards = [...(grid.current?.querySelectorAll('button') ?? [])];
    const here = cards.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || here < 0) return;
    event.preventDefault();
    cards[here + step]?.focus();
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys are beside Tab, for those who try them
    <div ref={grid} className={styles.grid} role="group" aria-label={t('blessing.cards')} onKeyDown={move}>
      {Array.from({ length: BLESSING_CARDS }, (_, index) => {
        const side = sideOf(index);
        return (
          <DeckCard
            key={index}
            order={index}
            side={side}
            name={nameOf(index, side)}
            locked={stage !== 'ready' || !ready}
            card={side === 'picked' || side === 'other' ? (opened?.cards[index] ?? null) : null}
            onPick={() => ready && picking.pick(index)}
          />
        );
      })}
    </div>
  );
}
