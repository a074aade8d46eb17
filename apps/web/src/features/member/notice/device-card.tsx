import { Card } from '@minerx/ui/card';
import { Switch } from '@minerx/ui/switch';
import { useState } from 'react';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './notice.module.css';
import { switchPushOff, switchPushOn, usePushState } from './push.ts';

const DETAILS = {
  none: 'notice.push.none',
  denied: 'notice.push.denied',
  off: 'notice.push.detail',
  on: 'notice.push.detail',
} as const;

/** Messages that this device shows by itself, on or off. */
export function DeviceCard({ publicKey }: { publicKey: string }) {
  const { t } = useTexts();
  const { data: state = 'off' } = usePushState();
  const [busy, setBusy] = useState(false);
  const change = (on: boolean): void => {
    setBusy(true);
    void (on ? switchPushOn(publicKey) : switchPushOff())
      .catch((error: unknown) => alertRefusal('common.failed', error))
      .then(() => setBusy(false));
  };
  return (
    <Card className="stack-2" aria-labelledby="notice-device">
      <h2 id="notice-device" className={styles.heading}>
        {t('notice.push')}
      </h2>
      <Switch
        sends
        label={t('notice.push.show')}
        detail={t(DETAILS[state])}
        checked={state === 'on'}
        disabled={busy || state === 'none' || state === 'denied'}
        onChange={change}
      />
    </Card>
  );
}
