import { Button } from '@minerx/ui/button';
import { ActionFooter } from '@minerx/ui/action-footer';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Modal } from '@minerx/ui/modal';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showAlert, toast } from '../../../base/alerts.ts';
import { Loaded } from '../../../base/query.tsx';
import { refusalText } from '../../../base/refusal.ts';
import { Moment } from '../../../base/parts/moment.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { deviceName } from '@minerx/rules/device-name';
import { endSessions, sessionsQuery, type Session } from './sessions.api.ts';
import styles from './sessions.module.css';

/** So many are shown at first: this one, and the latest used. */
const FIRST = 3;

/** Where the member is signed in, and the way out of each. */
export default function Sessions() {
  const { t, format } = useTexts();
  const [all, setAll] = useState(false);
  const cache = useQueryClient();
  const query = useQuery(sessionsQuery);
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  const signOut = async (id?: string) => {
    setBusy(id ?? 'others');
    try {
      const count = await endSessions(id);
      toast(t('device.ended', { count }));
    } catch (error) {
      await showAlert({ mode: 2, title: t('device.failed'), message: refusalText(t, error) });
    } finally {
      await cache.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      setBusy(null);
    }
  };

  return (
    <section className={styles.sessions}>
      <h2>{t('device.title')}</h2>
      <p className="soft">{t('device.hint')}</p>
      <Loaded query={query} skeleton={<Skeleton height="5rem" />}>
        {(sessions) => (
          <>
            {sessions.length > 1 && (
              <Button variant="secondary" full sends busy={busy === 'others'} onClick={() => setAsking(true)}>
                {t('device.endOthers')}
              </Button>
            )}
            <Card flush>
              <ul>
                {sessions
                  .toSorted((a, b) => Number(b.session_current) - Number(a.session_current))
                  .filter((_, place) => all || place < FIRST)
                  .map((session) => (
                    <SessionRow
                      key={session.id}
                      session={session}
                      busy={busy === session.id}
                      onEnd={() => void signOut(session.id)}
                    />
                  ))}
              </ul>
            </Card>
            {!all && sessions.length > FIRST && (
              <Button variant="quiet" full onClick={() => setAll(true)}>
                {t('device.all', { count: format.number(sessions.length) })}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <Others
        open={asking}
        count={(query.data?.length ?? 1) - 1}
        onEnd={() => {
          setAsking(false);
          void signOut();
        }}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

interface OthersProps {
  open: boolean;
  /** How many would be signed out. */
  count: number;
  onEnd: () => void;
  onClose: () => void;
}

/** All at once is asked about; a phone in a pocket may be one of them. */
function Others({ open, count, onEnd, onClose }: OthersProps) {
  const { t } = useTexts();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('device.endOthers')}
      footer={
        <ActionFooter
          danger
          action={t('device.endOthers')}
          onAction={onEnd}
          busy={false}
          cancel={t('common.cancel')}
          onCancel={onClose}
        />
      }
    >
      <p>{t('device.endOthers.text', { count })}</p>
    </Modal>
  );
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { t, format } = useTexts();
  const name = deviceName(session.session_device) ?? t('device.unknown');
  const { session_address: address, session_created_date: since } = session;
  return (
    <li className={classes('line-3 apart wraps', styles.session)}>
      <div className="stack-0">
        <strong>{name}</strong>
        <span className="soft">
          {session.session_current ? (
            t('device.this')
          ) : (
            <Moment at={session.session_used_date} say={(when) => t('device.used', { when })} />
          )}
        </span>
        <span className="soft">{t('device.since', { date: format.dateTime(since), address })}</span>
      </div>
      {!session.session_current && (
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
