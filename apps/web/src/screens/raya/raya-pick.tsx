import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { decidedOf } from '../../base/asking/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { Page } from '../../base/page.tsx';
import { Failed } from '../../base/query.tsx';
import { refusalText } from '../../base/refusal.ts';
import { usePack } from '../../features/blessing/blessing.api.ts';
import { LostPick } from '../../features/blessing/pick/lost-pick.tsx';
import { PickTable } from '../../features/blessing/pick/pick-table.tsx';
import { Raya } from '../../features/blessing/raya.tsx';
import { usePick } from '../../features/blessing/pick/use-pick.ts';
import { texts, useTexts } from '../../i18n/texts.ts';

export function RayaPickScreen() {
  const { id } = useParams({ from: '/_member/duitraya/pick/$id' });
  // Another pack is another deal: nothing of the last one stays on the table.
  return <PickOf key={id} id={id} />;
}

function PickOf({ id }: { id: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const pack = usePack(id);
  const picking = usePick(id, pack.data?.commitment);
  const { stage, index } = picking;
  const untouched = stage === 'ready' && index === null;
  const isOpened = untouched && pack.data?.opened === true;
  const refusal = untouched && pack.error !== null && decidedOf(pack.error) === 'yes' ? pack.error : null;

  useEffect(() => {
    if (isOpened) void navigate({ to: '/duitraya/history', replace: true });
  }, [isOpened, navigate]);

  const told = useRef(false);
  useEffect(() => {
    if (refusal === null || told.current) return;
    told.current = true;
    const { t } = texts();
    void showAlert({ mode: 2, title: t('common.failed'), message: refusalText(t, refusal) }).then(() =>
      navigate({ to: '/', replace: true }),
    );
  }, [refusal, navigate]);

  const isUnreachable = untouched && pack.isError && pack.data === undefined && refusal === null;
  return (
    <Raya>
      <Page
        title={t('blessing.lucky')}
        backTo="/duitraya"
        bar={stage === 'lost' && index !== null && <LostPick index={index} onAsk={picking.askAgain} />}
      >
        {isUnreachable ? (
          <Failed query={pack} />
        ) : (
          <PickTable picking={picking} ready={pack.data?.opened === false && !pack.isError} />
        )}
      </Page>
    </Raya>
  );
}
