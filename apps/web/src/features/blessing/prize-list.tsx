import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Sheet } from '@minerx/ui/sheet';
import { Skeleton } from '@minerx/ui/skeleton';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { usePrizes, type Prize, type Tier } from './blessing.api.ts';
import { Fingerprint } from './proof/fingerprint.tsx';
import { prizePicture, prizeText } from './prize-face.ts';
import styles from './prize-list.module.css';

/** The way to the list of all prizes, and the list. */
export function PrizeListRow() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const prizes = usePrizes(open);
  return (
    <>
      <Card flush>
        <Row
          icon={<Gift size={20} aria-hidden="true" />}
          title={t('blessing.list')}
          detail={t('blessing.list.detail')}
          onPress={() => setOpen(true)}
        />
      </Card>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('blessing.list')}>
        <Loaded query={prizes} skeleton={<Waiting />} isEmpty={({ rows }) => rows.length === 0}>
          {({ rows, version, expectedUnits }) => (
            // Reachable by keyboard, so that arrow keys scroll the list.
            <div className="stack-4" role="group" aria-label={t('blessing.list')} tabIndex={0}>
              <ul className={styles.list}>
                {rows.map((prize) => (
                  <PrizeLine key={`${prize.name} ${prize.maxUnits}`} prize={prize} />
                ))}
              </ul>
              <p className="soft">{t('blessing.list.odds')}</p>
              <p className="soft">
                {t('blessing.list.expected')} <Money units={expectedUnits} precision={2} prefix="$" hideable={false} />
              </p>
              <p className="soft">{t('blessing.list.version')}</p>
              <Fingerprint hex={version} />
            </div>
          )}
        </Loaded>
      </Sheet>
    </>
  );
}

/** A small chance keeps its first three digits. */
const oddsText = (tag: string, odds: number): string =>
  new Intl.NumberFormat(tag, { style: 'percent', maximumSignificantDigits: 3 }).format(odds);

function PrizeLine({ prize }: { prize: Prize }) {
  const { t, tag } = useTexts();
  const { stock } = prize;
  return (
    <li className={styles.prize}>
      <img className={styles.picture} src={prizePicture(prize.name, prize.maxUnits)} alt="" width="240" height="240" />
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.name}>{prizeText(t, prize.name)}</span>
          <span className={styles.times}>
            {stock === null ? t('blessing.list.unlimited') : <span className="figure">{`×${stock.all}`}</span>}
          </span>
        </p>
        <p className={styles.value}>
          <Amounts prize={prize} />
        </p>
        <p className="soft">
          {t('blessing.list.odd', { odds: oddsText(tag, prize.odds) })}
          {stock !== null &&
            ` · ${t('blessing.list.left', { left: stock.left.toString(), all: stock.all.toString() })}`}
        </p>
        {prize.tiers.length > 1 && (
          <ul className={styles.tiers}>
            {prize.tiers.map((tier) => (
              <li key={String(tier.minUnits)}>
                <Range tier={tier} />
                <span className="figure">{oddsText(tag, tier.odds)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Fixed amounts one by one, a range as its ends. */
function Amounts({ prize }: { prize: Prize }) {
  const areFixed = prize.tiers.length > 1 && prize.tiers.every(({ minUnits, maxUnits }) => minUnits === maxUnits);
  if (!areFixed) return <Range tier={prize} />;
  return prize.tiers.map((tier, place) => (
    <span key={String(tier.minUnits)}>
      {place > 0 && ' · '}
      <Range tier={tier} />
    </span>
  ));
}

function Range({ tier }: { tier: Tier }) {
  return (
    <span className={styles.range}>
      <Money units={tier.minUnits} precision={0} prefix="$" hideable={false} />
      {tier.maxUnits !== tier.minUnits && (
        <>
          {' - '}
          <Money units={tier.maxUnits} precision={0} prefix="$" hideable={false} />
        </>
      )}
    </span>
  );
}

function Waiting() {
  return (
    <ul className={styles.list}>
      {Array.from({ length: 6 }, (_, place) => (
        <li key={place} className={styles.prize}>
          <span className={styles.picture} />
          <div className={styles.words}>
            <Skeleton width="60%" height="1.5rem" />
            <Skeleton width="80%" height="1.25rem" />
          </div>
        </li>
      ))}
    </ul>
  );
}
