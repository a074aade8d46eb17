import { isIssuedByUs } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Sheet } from '@minerx/ui/sheet';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { HeldParts } from './held-sheet.tsx';
import { heldUsdOf } from './held-usd.ts';
import { rateText } from './rate.ts';
import { useWallets } from './wallet.api.ts';
import styles from './wallet-head.module.css';

/** What of the total is in units of ours, and what is set aside and left out of it: wallet by wallet, each with the way to its movements. */
export function TotalSheet({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { t } = texts;
  const { lines = [], oursUsdUnits = 0n } = useWallets().data ?? {};
  const heldUnits = heldUsdOf(lines);
  return (
    <Sheet open onClose={onClose} title={t('wallet.total')}>
      <div className="stack-5">
        {oursUsdUnits > 0n && (
          <Part title={t('wallet.total.ours')} units={oursUsdUnits} text={t('unit.ours')}>
            <Card flush>
              <ul>
                {lines
                  .filter(({ id, balanceUnits }) => isIssuedByUs(id) && balanceUnits > 0n)
                  .map((line) => (
                    <li key={line.id}>
                      <Row
                        to={`/asset/spot/transaction/${line.id}`}
                        title={line.name}
                        detail={rateText(line, texts)}
                        value={<Money units={line.balanceUnits} precision={line.precision} />}
                        valueDetail={<Money units={line.usdUnits} precision={2} prefix="≈ $" />}
                      />
                    </li>
                  ))}
              </ul>
            </Card>
          </Part>
        )}
        {heldUnits > 0n && (
          <Part title={t('wallet.total.held')} units={heldUnits} text={t('transaction.held.text')}>
            <HeldParts lines={lines} />
          </Part>
        )}
      </div>
    </Sheet>
  );
}

interface PartProps {
  title: string;
  /** 1e-8 USD. */
  units: bigint;
  text: string;
  children: ReactNode;
}

function Part({ title, units, text, children }: PartProps) {
  return (
    <section className={styles.parts}>
      <div>
        <h3 className="line-2 wraps baseline apart">
          {title}
          <Money units={units} precision={2} prefix="$" />
        </h3>
        <p className="soft">{text}</p>
      </div>
      {children}
    </section>
  );
}
