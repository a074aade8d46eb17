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
  return (
    <Sheet open onClose={onClose} title={t('transaction.party.held')}>
      <div className={styles.parts}>
        <Money units={line.heldUnits} precision={line.precision} exact asset={line.name} size="figure" />
        <p className="soft">{t('transaction.held.text')}</p>
        <HeldParts lines={[line]} />
      </div>
    </Sheet>
  );
}

/** What is set aside of wallets, and for what: each part opens what it is for. */
export function HeldParts({ lines }: { lines: readonly WalletLine[] }) {
  const { t } = useTexts();
  return (
    <Card flush>
      <ul>
        {lines.flatMap(({ id, name, precision, held }) =>
          held.map(({ held_for: reason, amount }) => (
            <li key={`${id} ${reason}`}>
              <Row
                to={WAYS[reason]}
                title={t(`transaction.held.${reason}`)}
                value={<Money units={unitsFrom(amount)} precision={precision} exact asset={name} />}
              />
            </li>
          )),
        )}
      </ul>
    </Card>
  );
}
