import type { HoldReason } from '@minerx/rules/hold-reason';
import { unitsFrom } from '@minerx/rules/money';
import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Sheet } from '@minerx/ui/sheet';
import { useTexts } from '../../i18n/texts.ts';
import styles from './wallet-head.module.css';
import type { WalletLine } from './balances.ts';

/** Where what is under way can be looked at. */
const WAYS = {
  waiting_order: '/order',
  withdrawal: '/asset/spot/withdraw/history',
  nft_withdrawal: '/profile/nft/history',
  staking: '/profile/staking/history',
} as const satisfies Record<HoldReason, string>;

/** What a wallet's held amount is made of; each part opens what it is for. */
export function HeldSheet({ line, onClose }: { line: WalletLine; onClose: () => void }) {
  const { t } = useTexts();
  const { name, precision } = line;
  return (
    <Sheet open onClose={onClose} title={t('transaction.party.held')}>
      <div className={styles.parts}>
        <Money units={line.heldUnits} precision={precision} exact asset={name} size="figure" />
        <p className="soft">{t('transaction.held.text')}</p>
        <Card flush>
          <ul>
            {line.held.map(({ held_for: reason, amount }) => (
              <li key={reason}>
                <Row
                  to={WAYS[reason]}
                  title={t(`transaction.held.${reason}`)}
                  value={<Money units={unitsFrom(amount)} precision={precision} exact asset={name} />}
                />
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Sheet>
  );
}
