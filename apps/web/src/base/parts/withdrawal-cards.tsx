import { buttonClass } from '@minerx/ui/button';
import { CopyButton } from '@minerx/ui/copy-button';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { Action } from '../asking/use-action.ts';
import { useChosen } from '../form/use-chosen.ts';
import { memberQuery } from '../member.ts';
import { ActionModal } from './action-modal.tsx';

/** A withdrawal that is taken back: what is asked before, and what has become of it. */
interface Cancelling extends Pick<Action, 'send' | 'renews'> {
  what: ReactNode;
  done: TextKey;
}

interface WithdrawalCardsProps<W> {
  rows: readonly W[];
  card: (withdrawal: W, onCancel: () => void) => ReactNode;
  cancelling: (withdrawal: W) => Cancelling;
}

/** One page of withdrawals, of coins or of NFTs: each with its card, and what is asked before one is taken back. */
export function WithdrawalCards<W extends { id: string }>({ rows, card, cancelling }: WithdrawalCardsProps<W>) {
  const { t } = useTexts();
  const { open, chosen, choose, close } = useChosen<W>();
  const cancel = chosen && cancelling(chosen);
  return (
    <>
      <ul className="stack-3">
        {rows.map((row) => (
          <li key={row.id}>{card(row, () => choose(row))}</li>
        ))}
      </ul>
      <ActionModal
        open={open}
        onClose={close}
        title={t('withdrawal.cancel.title')}
        danger
        action={t('withdrawal.cancel')}
        keep={t('withdrawal.cancel.keep')}
        act={
          cancel && {
            send: cancel.send,
            done: { title: t('withdrawal.cancel.done'), message: t(cancel.done) },
            failed: (why) => ({ title: t('withdrawal.cancel.failed'), message: why }),
            unanswered: 'withdrawal.unanswered',
            renews: [...cancel.renews, memberQuery.queryKey],
          }
        }
      >
        {cancel?.what}
      </ActionModal>
    </>
  );
}

/** What can be done with a transaction: its hash copied, and looked up where its network is shown. */
export function TransactionLinks({ hash, url }: { hash: string | null; url: string | null }) {
  const { t } = useTexts();
  return (
    <>
      {hash !== null && <CopyButton text={hash} label={t('withdrawal.copy')} done={t('withdrawal.copied')} />}
      {url !== null && (
        <a
          className={buttonClass({ variant: 'secondary', size: 'medium' })}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('withdrawal.explorer')}
        </a>
      )}
    </>
  );
}
