import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showAlert, toast } from '../../../base/alerts.ts';
import { Loaded } from '../../../base/query.tsx';
import { refusalText } from '../../../base/refusal.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { deviceName } from './device-name.ts';
import { devicesQuery, signOutDevices, type Device } from './devices.api.ts';
import styles from './devices.module.css';

/** Where the member is signed in, and the way out of each. */
export default function Devices() {
  const { t } = useTexts();
  const cache = useQueryClient();
  const query = useQuery(devicesQuery);
  const [busy, setBusy] = useState<string | null>(null);

  const signOut = async (id?: string) => {
    setBusy(id ?? 'others');
    try {
      const count = await signOutDevices(id);
      toast(t('device.ended', { count }));
    } catch (error) {
      await showAlert({ mode: 2, title: t('device.failed'), message: refusalText(t, error) });
    } finally {
      await cache.invalidateQueries({ queryKey: devicesQuery.queryKey });
      setBusy(null);
    }
  };

  return (
    <section className={styles.devices}>
      <h2>{t('device.title')}</h2>
      <p className="soft">{t('device.hint')}</p>
      <Loaded query={query} skeleton={<Skeleton height="5rem" />}>
        {(devices) => (
          <>
            <Card flush>
              <ul>
                {devices.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    busy={busy === device.id}
                    onEnd={() => void signOut(device.id)}
                  />
                ))}
              </ul>
            </Card>
            {devices.length > 1 && (
              <Button variant="secondary" full sends busy={busy === 'others'} onClick={() => void signOut()}>
                {t('device.endOthers')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function DeviceRow({ device, busy, onEnd }: { device: Device; busy: boolean; onEnd: () => void }) {
  const { t, format } = useTexts();
  const name = deviceName(device.session_device) ?? t('device.unknown');
  const { session_address: address, session_created_date: since } = device;
  return (
    <li className={classes('line-3 apart wraps', styles.device)}>
      <div className="stack-0">
        <strong>{name}</strong>
        <span className="soft">
          {device.session_current
            ? t('device.this')
            : t('device.used', { when: format.relative(device.session_used_date) })}
        </span>
        <span className="soft">{t('device.since', { date: format.dateTime(since), address })}</span>
      </div>
      {!device.session_current && (
        <Button
          variant="secondary"
          size="medium"
          sends
          busy={busy}
          aria-label={t('device.endThis', { device: name })}
          onClick={onEnd}
        >
          {t('device.end')}
        </Button>
      )}
    </li>
  );
}
