import { GRAND_BLESSING, TOTAL_VALUE } from '@minerx/rules/blessing';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import hero from './art/hero.svg';
import styles from './raya-hero.module.css';

/** Where glints come and go over the picture: left and top in per cent, and which beat they keep. */
const GLINTS = [
  [14, 38, 1],
  [29, 20, 3],
  [37, 46, 2],
  [50, 30, 4],
  [63, 22, 1],
  [71, 44, 3],
  [87, 36, 2],
  [54, 72, 3],
  [40, 86, 4],
  [8, 74, 2],
  [92, 76, 4],
] as const;

/** The head of the campaign: the night of the festival and what can be won at most. */
export function RayaHero() {
  const { t } = useTexts();
  return (
    <section className={styles.hero}>
      <div className={styles.night}>
        <img src={hero} alt="" width="720" height="420" fetchPriority="high" />
        {GLINTS.map(([left, top, beat]) => (
          <span
            key={`${left} ${top}`}
            className={styles.glint}
            data-beat={beat}
            style={{ left: `${left}%`, top: `${top}%` }}
          />
        ))}
      </div>
      <dl className={styles.plaque}>
        <div className={styles.grand}>
          <dt>{t('blessing.grand')}</dt>
          <dd>
            <Money units={GRAND_BLESSING} precision={0} prefix="$" hideable={false} />
          </dd>
        </div>
        <div className={styles.total}>
          <dt>{t('blessing.total')}</dt>
          <dd>
            <Money units={TOTAL_VALUE} precision={0} prefix="$" hideable={false} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
