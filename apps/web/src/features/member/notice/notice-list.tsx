import { isOfDay, NOTICE_KINDS, type NoticeGroup } from '@minerx/rules/notice';
import { Button, buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import { CheckCheck, Coins, Download, Gift, LifeBuoy, Pickaxe, Upload, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import nothingNew from '../../../base/art/empty-announcements.svg';
import { showAlert } from '../../../base/alerts.ts';
import { refusalText } from '../../../base/refusal.ts';
import { DayList, WaitingDay } from '../../../base/parts/list/day-list.tsx';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './notice.module.css';
import { readAll, useNotices, type Notice } from './notice.api.ts';

const ICONS = {
  orders: Pickaxe,
  rewards: Coins,
  deposits: Download,
  withdrawals: Upload,
  tickets: LifeBuoy,
  picks: Gift,
} as const satisfies Record<NoticeGroup, LucideIcon>;

/** Everything that the member was told, newest first, growing as one scrolls. */
export function NoticeList() {
  const { t, language } = useTexts();
  const notices = useNotices(language);
  return (
    <Loaded
      query={notices.query}
      skeleton={<Waiting />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState art={nothingNew} hint={t('notice.empty')} action={<SettingsLink />} />}
    >
      {({ rows }) => (
        <>
          {rows.some(({ isNew }) => isNew) && <ReadAll newest={rows[0]!.id} />}
          <Card flush>
            <DayList
              name="notices"
              label={t('common.title.notices')}
              rows={rows}
              keyOf={({ id }) => id}
              rowHeight={72}
              isWhole={notices.end === 'end'}
            >
              {(notice) => <NoticeRow notice={notice} />}
            </DayList>
          </Card>
          <InfiniteEnd state={notices.end} onMore={notices.more} />
        </>
      )}
    </Loaded>
  );
}

/** Which news come here, and where else they are told. */
function SettingsLink() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Link to="/profile/notification/settings" className={buttonClass({ size: 'medium', variant: 'secondary' })}>
      {t('common.title.noticeSettings')}
    </Link>
  );
}

function ReadAll({ newest }: { newest: string }) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="secondary"
      size="medium"
      sends
      busy={busy}
      icon={<CheckCheck size={18} aria-hidden="true" />}
      onClick={() => {
        setBusy(true);
        void readAll(newest)
          .catch((error: unknown) => showAlert({ mode: 2, title: t('notice.readAll'), message: refusalText(t, error) }))
          .then(() => setBusy(false));
      }}
    >
      {t('notice.readAll')}
    </Button>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { t, format } = useTexts();
  const { id, kind, title, label, money, isNew, at } = notice;
  const Icon = ICONS[NOTICE_KINDS[kind].group];
  return (
    <Row
      to={`/profile/notification/${id}`}
      icon={<Icon size={20} aria-hidden="true" />}
      title={
        <span className={isNew ? `${styles.title} ${styles.new}` : styles.title}>
          {title}
          {isNew && <span className="unseen"> {t('common.unread')}</span>}
        </span>
      }
      value={money && <Money units={money.units} precision={money.wallet.precision} exact asset={money.wallet.name} />}
      valueDetail={null}
      detail={
        <span className="line-3 wraps baseline">
          <time dateTime={at}>{format.time(at)}</time>
          {isOfDay(kind) ? (
            <time dateTime={label}>{format.utcDay(label)}</time>
          ) : (
            <span className="whole">{label}</span>
          )}
        </span>
      }
    />
  );
}

function Waiting() {
  return (
    <Card flush>
      <WaitingDay />
      {Array.from({ length: 6 }, (_, place) => (
        <Row
          key={place}
          icon={<Skeleton width="1.25rem" height="1.25rem" />}
          title={<Skeleton width="70%" height="1.25rem" />}
          detail={<Skeleton width="6rem" height="1rem" />}
        />
      ))}
    </Card>
  );
}
