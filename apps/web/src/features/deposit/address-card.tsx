import { exactPrecision, formatUnits } from '@minerx/ui/amount-text';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { CopyButton } from '@minerx/ui/copy-button';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { QrCode } from '@minerx/ui/qr-code';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Clock, TriangleAlert } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../base/alerts.ts';
import { AddressText } from '../../base/parts/address-text.tsx';
import { Loaded } from '../../base/query.tsx';
import { asRefusal } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import { getTestCoins, useDepositAddress, type DepositOption } from './deposit.api.ts';
import styles from './deposit.module.css';
import { waitingTime } from './waiting-time.ts';

const QR_PX = 168;
const TAIL = 4;

/** The member's own address for a coin on a network, its terms, and what must not be sent there. */
export function AddressCard({ option, faucet }: { option: DepositOption; faucet: boolean }) {
  const { t } = useTexts();
  const query = useDepositAddress(option);
  const { coin, precision, network, confirmations, expectedSeconds, minimumUnits, simulatedChainId } = option;
  return (
    <Card className={styles.card}>
      <h2 className={styles.lead}>{t('deposit.lead', { coin, network })}</h2>
      <Loaded query={query} skeleton={<Waiting />}>
        {(address) => (
          <>
            <QrCode text={address} label={t('deposit.qr')} size={QR_PX} />
            <AddressText address={address} />
            <CopyButton
              text={address}
              label={t('deposit.copy')}
              done={t('deposit.copied', { end: address.slice(-TAIL) })}
            />
          </>
        )}
      </Loaded>
      {!option.networkRead && (
        <Notice Icon={Clock} role="status">
          {t('deposit.unread', { network })}
        </Notice>
      )}
      <p className={styles.warning}>
        <TriangleAlert size={20} aria-hidden="true" />
        <span>{t('deposit.warning', { coin, network })}</span>
      </p>
      <Facts quiet className={styles.terms}>
        <Fact label={t('deposit.minimum')}>
          <Money
            units={minimumUnits}
            precision={exactPrecision(minimumUnits, precision)}
            asset={coin}
            hideable={false}
          />
        </Fact>
        <Fact label={t('deposit.confirmations')}>
          <span className="figure">{confirmations}</span>
        </Fact>
        <Fact label={t('deposit.expected')}>{waitingTime(expectedSeconds, t)}</Fact>
      </Facts>
      <p className="soft">{t('deposit.small', { network })}</p>
      {simulatedChainId !== null && (
        <div className={styles.simulated}>
          <SourceBadge kind="simulated" />
          <p className="soft">{t('deposit.simulated', { id: String(simulatedChainId) })}</p>
          {faucet && <TestCoins option={option} />}
        </div>
      )}
    </Card>
  );
}

/** The code, the address in two lines, and the button. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton width="var(--code)" height="var(--code)" />
      <Skeleton height="2.8rem" />
      <Skeleton width="9rem" height="var(--target)" />
    </div>
  );
}

function TestCoins({ option }: { option: DepositOption }) {
  const { t, tag } = useTexts();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { coin, precision } = option;
  const ask = async () => {
    setBusy(true);
    try {
      const got = await getTestCoins(option);
      toast(t('deposit.faucet.done', { amount: formatUnits(got, exactPrecision(got, precision), tag), coin }));
      await client.invalidateQueries({ queryKey: ['deposit', 'history'] });
    } catch (error) {
      toast(asRefusal(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" size="medium" sends busy={busy} onClick={() => void ask()}>
      {t('deposit.faucet', { coin })}
    </Button>
  );
}
