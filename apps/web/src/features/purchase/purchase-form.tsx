import { paymentMethodLabel, type PaymentMethod } from '@minerx/rules/payment-method';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { Select } from '@minerx/ui/select';
import { Skeleton } from '@minerx/ui/skeleton';
import { WALLET } from '@minerx/rules/wallet';
import { ownWallet } from '../../base/own-wallet.ts';
import { PinCard } from '../../base/form/pin-card.tsx';
import type { Formats } from '../../i18n/formats.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { Purchase } from './use-purchase.ts';
import { WalletParts } from './wallet-parts.tsx';
import styles from './purchase-form.module.css';
import { QuantityField } from './quantity-field.tsx';

/** The bar's button submits the form by this id. */
export const FORM_ID = 'purchase';

/** The label of the rules, its shares written as the language writes them. */
const methodText = (method: PaymentMethod, format: Formats): string =>
  paymentMethodLabel(method).replace(/(\d+)%/g, (_, share: string) => format.percent(Number(share) / 100));

export interface PurchaseFormProps {
  purchase: Purchase;
  /** Null on X2: USDT alone. */
  methods: readonly PaymentMethod[] | null;
  method: PaymentMethod;
  onMethod: (method: PaymentMethod) => void;
  onQuantity: (typed: string) => void;
}

/** Payment method, quantity, what each wallet pays, and the PIN. */
export function PurchaseForm({ purchase, methods, method, onMethod, onQuantity }: PurchaseFormProps) {
  const { t } = useTexts();
  const { plan, offer, member } = purchase;
  if (!plan || !offer || !member) return <PurchaseFormSkeleton />;
  const usdt = ownWallet(member, WALLET.USDT);
  return (
    <form
      id={FORM_ID}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        purchase.subscribe();
      }}
    >
      <Card className="stack-5">
        <Facts>
          <Fact label={t('miner.amount')}>
            <Money units={offer.unitPriceUnits} precision={2} asset="USDT" hideable={false} />
          </Fact>
        </Facts>
        <MethodField methods={methods} method={method} onMethod={onMethod} />
        <QuantityField purchase={purchase} onQuantity={onQuantity} />
        <Facts className={styles.sums}>
          <Fact label={t('miner.usdtPrice')}>
            <span className={styles.rate}>
              <Money units={100_000_000n} precision={0} asset="USDT" hideable={false} />
              {' = '}
              {usdt.priceUnits > 0n ? <Money units={usdt.priceUnits} precision={2} prefix="$" hideable={false} /> : '–'}
            </span>
          </Fact>
          <Fact label={t('miner.totalPrice')} strong>
            {purchase.quantity === null ? (
              '–'
            ) : (
              <Money units={plan.totalUsdt} precision={2} asset="USDT" hideable={false} />
            )}
          </Fact>
        </Facts>
      </Card>
      <WalletParts
        plan={plan}
        withoutQuantity={purchase.quantity === null}
        isOnlyWay={methods === null}
        back={methods ? '/miner/purchase' : '/miner/purchase2'}
        ref={purchase.wallets}
      />
      <PinCard entry={purchase} hint={methods ? undefined : t('miner.pin.enter')} />
    </form>
  );
}

function MethodField({ methods, method, onMethod }: Pick<PurchaseFormProps, 'methods' | 'method' | 'onMethod'>) {
  const { t, format } = useTexts();
  return (
    <Field label={t('miner.method')}>
      {(wire) =>
        methods ? (
          <Select
            {...wire}
            value={method}
            shown={methodText(method, format)}
            onChange={(event) => onMethod(Number(event.target.value) as PaymentMethod)}
          >
            {methods.map((each) => (
              <option key={each} value={each}>
                {methodText(each, format)}
              </option>
            ))}
          </Select>
        ) : (
          <Select {...wire} defaultValue="1">
            <option value="1">{`USDT (${format.percent(1)})`}</option>
          </Select>
        )
      }
    </Field>
  );
}

/** In the shape of the form. */
export function PurchaseFormSkeleton() {
  return (
    <div className="stack-4">
      <Card className="stack-5">
        <Skeleton height="1.5rem" />
        <Skeleton height="5.125rem" />
        <Skeleton height="7rem" />
        <Skeleton height="5.875rem" />
      </Card>
      <Card>
        <Skeleton height="4.9375rem" />
      </Card>
      <Card>
        <Skeleton height="7.375rem" />
      </Card>
    </div>
  );
}
