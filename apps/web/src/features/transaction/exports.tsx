import { orderRewardsExport } from '@minerx/contract/order';
import { walletTransactionExport } from '@minerx/contract/transaction';
import { Button, buttonClass } from '@minerx/ui/button';
import { IconButton } from '@minerx/ui/icon-button';
import { Sheet } from '@minerx/ui/sheet';
import { useUi } from '@minerx/ui/ui-context';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { download, saveAs } from '../../base/files.ts';
import { refusalText } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { TransactionFilter } from './transaction.api.ts';

/** The way to the statement of a month, to what is shown as CSV, and to the receipts of all rewards as one file. */
export function Exports({ filter }: { filter: TransactionFilter }) {
  const { t } = useTexts();
  const { Link } = useUi();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const save = async (name: string, load: (signal: AbortSignal) => Promise<Blob>): Promise<void> => {
    setBusy(name);
    try {
      saveAs(await load(new AbortController().signal), name);
    } catch (error) {
      void showAlert({ mode: 2, title: t('transaction.export'), message: refusalText(t, error) });
    } finally {
      setBusy(null);
    }
  };
  const csv = (signal: AbortSignal) =>
    download(
      walletTransactionExport,
      {
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(filter.kinds.length > 0 && { kinds: filter.kinds.join(',') }),
        ...(filter.wallets.length > 0 && { wallet_types: filter.wallets.join(',') }),
        ...(filter.from && { from: filter.from }),
        ...(filter.to && { to: filter.to }),
      },
      signal,
    );
  const receipts = (signal: AbortSignal) => download(orderRewardsExport, {}, signal);
  const icon = <Download size={18} aria-hidden="true" />;
  return (
    <>
      <IconButton
        label={t('transaction.files')}
        icon={<Download size={22} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('transaction.files')}>
        <div className="stack-3">
          <Link to="/asset/spot/transaction/statement" className={buttonClass({ variant: 'secondary', full: true })}>
            {t('wallet.statement')}
          </Link>
          <Button
            variant="secondary"
            full
            icon={icon}
            sends
            busy={busy === 'transactions.csv'}
            onClick={() => void save('transactions.csv', csv)}
          >
            {t('transaction.export')}
          </Button>
          <Button
            variant="secondary"
            full
            icon={icon}
            sends
            busy={busy === 'receipts.json'}
            onClick={() => void save('receipts.json', receipts)}
          >
            {t('transaction.receipts')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
