import { parseDeck } from '@minerx/rules/blessing';
import { CopyButton } from '@minerx/ui/copy-button';
import { Money } from '@minerx/ui/money';
import { useUi } from '@minerx/ui/ui-context';
import { useTexts } from '../../../i18n/texts.ts';
import type { Pick } from '../blessing.api.ts';
import { DrawRecipe } from './draw-recipe.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { prizeText } from '../prize-face.ts';
import { ProofChip } from './proof-chip.tsx';
import styles from './proof-panel.module.css';
import { proofText } from './proof-text.ts';
import { useDraw, type Drawn, type Proof } from './use-proof.ts';

const REASONS = {
  running: null,
  proven: 'blessing.check.proven.text',
  unable: 'blessing.check.unable',
  deck: 'blessing.check.deck',
  commitment: 'blessing.check.commitment',
  card: 'blessing.check.card',
} as const satisfies Record<Proof, string | null>;

const DRAWN = {
  running: null,
  proven: 'blessing.draw.proven',
  later: 'blessing.draw.later',
  failed: 'blessing.draw.failed',
  none: 'blessing.draw.none',
  unable: 'blessing.check.unable',
} as const satisfies Record<Drawn, string | null>;

/** Everything to prove a pick by: what was sealed, what was in it, and what this browser makes of it. */
export function ProofPanel({ pick, commitment, proof }: { pick: Pick; commitment: string; proof: Proof }) {
  const { t } = useTexts();
  const { Link } = useUi();
  const reason = REASONS[proof];
  const drawn = useDraw(pick);
  const cards = parseDeck(pick.proof.deck)?.cards ?? [];
  return (
    <section className="stack-3" aria-labelledby="blessing-proof">
      <div className={styles.head}>
        <h3 id="blessing-proof">{t('blessing.check')}</h3>
        <span role="status">
          <ProofChip proof={proof} />
        </span>
      </div>
      {reason && <p className="soft">{t(reason)}</p>}
      <h4 className={styles.heading}>{t('blessing.draw')}</h4>
      {DRAWN[drawn] && (
        <p className={drawn === 'failed' ? styles.failed : 'soft'} role="status">
          {t(DRAWN[drawn])}
        </p>
      )}
      {pick.draw?.table_committed === false && <p className="soft">{t('blessing.draw.untabled')}</p>}
      <DrawRecipe />
      <h4 className={styles.heading}>{t('blessing.fingerprint')}</h4>
      <Fingerprint hex={commitment} />
      <h4 className={styles.heading}>{t('blessing.deck')}</h4>
      <ol className={styles.deck}>
        {cards.map((card, index) => (
          <li key={index} data-picked={index === pick.index || undefined}>
            <span className={styles.place}>{index + 1}</span>
            <span className={styles.name}>
              {prizeText(t, card.name)}
              {index === pick.index && <span className={styles.own}>{t('blessing.deck.picked')}</span>}
            </span>
            <Money units={card.amountUnits} precision={0} prefix="$" hideable={index === pick.index} />
          </li>
        ))}
      </ol>
      <h4 className={styles.heading}>{t('blessing.salt')}</h4>
      <Fingerprint hex={pick.proof.salt} />
      <Link to="/check" className="reach">
        {t('common.title.check')}
      </Link>
      <CopyButton
        text={proofText(pick, commitment)}
        label={t('blessing.proof.copy')}
        done={t('blessing.proof.copied')}
      />
    </section>
  );
}
