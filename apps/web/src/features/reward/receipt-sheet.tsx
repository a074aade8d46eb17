import { difficultyFromBits, subsidySat } from '@minerx/rules/mining-reward';
import { units } from '@minerx/rules/money';
import { classes } from '@minerx/ui/classes';
import { CopyButton } from '@minerx/ui/copy-button';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Sheet } from '@minerx/ui/sheet';
import { useUi } from '@minerx/ui/ui-context';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useTexts } from '../../i18n/texts.ts';
import { RecomputePanel } from './recompute-panel.tsx';
import type { Receipt } from './reward.api.ts';
import styles from './receipt.module.css';
import { Sat } from './sat.tsx';
import { exahashText, hashLines, ppmText, utcMoment, utcTime } from './texts.ts';

interface ReceiptSheetProps {
  open: boolean;
  /** Stays while the sheet closes. */
  receipt: Receipt | null;
  orderNumber: string;
  onClose: () => void;
}

/** Everything that a day's reward follows from, and the means to check it. */
export function ReceiptSheet({ open, receipt, orderNumber, onClose }: ReceiptSheetProps) {
  const { t, format } = useTexts();
  const heading = receipt?.cause ? 'order.receipt.correction' : 'order.receipt';
  return (
    <Sheet open={open} onClose={onClose} title={receipt ? t(heading, { day: format.utcDay(receipt.day) }) : ''}>
      {receipt && <Body receipt={receipt} orderNumber={orderNumber} />}
    </Sheet>
  );
}

function Body({ receipt, orderNumber }: { receipt: Receipt; orderNumber: string }) {
  const { t, tag, format } = useTexts();
  const { Link } = useUi();
  const { inputs } = receipt;
  return (
    <div className={classes('stack-3', styles.receipt)}>
      <div className="stack-1">
        <Money units={receipt.rewardUnits} precision={8} asset="BTC" size="figure" />
        <p className="soft">
          {t('order.receipt.worth')} <Money units={receipt.usdUnits} precision={2} prefix="$" />
        </p>
        <p className="soft">
          {t('order.receipt.settled')} {format.dateTime(receipt.settledAt)}
        </p>
        {receipt.cause && <p className="soft">{t(CAUSES[receipt.cause])}</p>}
        {receipt.simulated && <SourceBadge kind="simulated" />}
      </div>
      <h3 className={styles.heading}>{t('order.receipt.inputs')}</h3>
      {inputs.segments.map((segment, place) => (
        <Facts key={segment.from + place} ruled small className={styles.lines}>
          <Fact
            label={t('order.receipt.time')}
          >{`${utcTime(tag, segment.from)} – ${utcTime(tag, segment.to, true)}`}</Fact>
          <Hashes segment={segment} />
          <Fact label={t('order.receipt.difficulty')} note={`bits ${segment.bits}`}>
            {format.number(difficultyFromBits(segment.bits), 0)}
          </Fact>
          <Fact label={t('order.receipt.height')} note={t('order.receipt.height.text')}>
            {format.number(segment.height)}
          </Fact>
          <Fact label={t('order.receipt.subsidy')}>
            <Money units={subsidySat(segment.height)} precision={8} asset="BTC" hideable={false} />
          </Fact>
        </Facts>
      ))}
      <Facts ruled small className={styles.lines}>
        <Fact label={t('order.receipt.fee')}>{ppmText(tag, inputs.poolFeePpm)}</Fact>
        <Fact label={t('order.receipt.factor')}>{factorText(inputs.payoutFactor)}</Fact>
        <Fact label={t('order.receipt.carry')}>
          <Sat pico={BigInt(inputs.carryPicoSat)} />
        </Fact>
        <Fact label={t('order.receipt.price')} note={receipt.price && <PriceSource price={receipt.price} />}>
          <Money units={units(BigInt(inputs.btcPriceUnits))} precision={2} prefix="$" hideable={false} />
        </Fact>
        <Fact label={t('order.receipt.balance')}>
          <Money units={units(BigInt(inputs.profitBalanceUnits))} precision={2} prefix="$" />
        </Fact>
        {isCapped(receipt) && (
          <Fact label={t('order.receipt.step.capped')}>
            <Money units={receipt.usdUnits} precision={2} prefix="$" />
          </Fact>
        )}
      </Facts>
      <h3 className={styles.heading}>{t('order.receipt.formula')}</h3>
      <p className={styles.formula}>{t('order.receipt.formula.text')}</p>
      <RecomputePanel key={receipt.id} receipt={receipt} />
      <Link to="/check" className="reach">
        {t('common.title.check')}
      </Link>
      <CopyButton
        text={JSON.stringify({ order: orderNumber, ...receipt.wire }, null, 2)}
        label={t('order.receipt.copy')}
        done={t('order.receipt.copied')}
      />
    </div>
  );
}

/** Whether the reward took all that was left of the maximum profit: as `computeReward` ends an order. */
const isCapped = ({ usdUnits, inputs }: Receipt): boolean => usdUnits === BigInt(inputs.profitBalanceUnits);

const CAUSES = {
  late_minutes: 'order.receipt.cause.late',
  pool_payout: 'order.receipt.cause.payout',
  pool_figures: 'order.receipt.cause.figures',
} as const;

/** What the machines told, what the pool's figure added and took away, and what counts. */
function Hashes({ segment }: { segment: Receipt['inputs']['segments'][number] }) {
  const { t, tag } = useTexts();
  const { measured, filled, cut, counted } = hashLines(segment);
  const line = (label: string, thousandths: bigint | undefined, sign = '', note?: string) =>
    thousandths !== undefined && (
      <Fact label={label} note={note}>
        {sign + exahashText(tag, thousandths)}
      </Fact>
    );
  return (
    <>
      {line(t('order.receipt.hashes'), measured)}
      {line(t('order.receipt.filled'), filled, '+ ', t('order.receipt.filled.text'))}
      {line(t('order.receipt.cut'), cut, '− ')}
      {line(t('order.receipt.counted'), counted)}
    </>
  );
}

/** Whose price it is, of which pair as the record names it, and when; times of a receipt are UTC. */
function PriceSource({ price: { source, pair, time } }: { price: NonNullable<Receipt['price']> }) {
  const { t, tag } = useTexts();
  // A source of another name, as a market's own, is the same in every language.
  const name = source === 'market' ? t('order.receipt.price.market') : source;
  return <>{`${name} · ${pair} · ${utcMoment(tag, time)} UTC`}</>;
}

const factorText = ({ numerator, denominator }: { numerator: string; denominator: string }): string =>
  numerator === denominator ? '1' : `${numerator} / ${denominator}`;
