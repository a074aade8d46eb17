import { memberFreeze } from '@minerx/contract/member';
import { Button } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { request } from '../../base/api.ts';
import { brand } from '../../base/brand/brand.ts';
import { asRefusal, refusalText } from '../../base/refusal.ts';
import { endSession } from '../../base/session.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './session.module.css';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';

interface FreezeFormProps {
  id: string;
  onDone: () => void;
  /** The link is over: the way to a new password instead. */
  onReset: () => void;
}

/** Freezes the account that the link of a mail names. A press, not the opening: programs that read mail open links too. */
export function FreezeForm({ id, onDone, onReset }: FreezeFormProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const freeze = async () => {
    setBusy(true);
    try {
      await request(memberFreeze, { body: { id } });
    } catch (error) {
      setBusy(false);
      if (asRefusal(error).code !== 'err_freeze_link_over') return alertRefusal('session.freeze.failed', error);
      // It was pressed in time or not: nothing to try again, and a password of one's own ends every session too.
      return showAlert({
        mode: 'information',
        title: t('session.freeze.failed'),
        message: refusalText(t, error),
        action: { label: t('session.reset'), onPress: onReset },
      });
    }
    await showAlert({
      mode: 'information',
      title: t('session.freeze.done'),
      message: t('session.freeze.doneMessage', { support: brand.supportEmail }),
    });
    // The server has ended every session, one of this browser included.
    endSession('left');
    onDone();
  };
  return (
    <div className={styles.form}>
      <Button full variant="danger" sends busy={busy} onClick={() => void freeze()}>
        {t('session.freeze.button')}
      </Button>
      <p className={styles.switch}>
        <Link to="/login" className={styles.link}>
          {t('session.freeze.keep')}
        </Link>
      </p>
    </div>
  );
}
