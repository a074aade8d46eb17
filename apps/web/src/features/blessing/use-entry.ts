import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { texts } from '../../i18n/texts.ts';
import type { Chances } from './blessing.api.ts';

/** On entry, a member with a pack that waits is told so, once, by what the server says now and not by old values. */
export function useUnclaimedAlert({ data, isFetchedAfterMount, isError }: UseQueryResult<Chances>): void {
  const navigate = useNavigate();
  const told = useRef(false);
  useEffect(() => {
    if (told.current || data === undefined || !isFetchedAfterMount || isError) return;
    told.current = true;
    const { packId } = data;
    if (packId === null) return;
    const { t } = texts();
    void showAlert({
      mode: 'information',
      title: t('blessing.unclaimed'),
      message: t('blessing.unclaimed.text', { count: data.left }),
      action: {
        label: t('blessing.pick'),
        sends: true,
        onPress: () => void navigate({ to: '/duitraya/pick/$id', params: { id: packId } }),
      },
    });
  }, [data, isFetchedAfterMount, isError, navigate]);
}

/** What the Pick button does: on to the pack that waits, or the reason why there is none. */
export function useGoPick(chances: UseQueryResult<Chances>): () => void {
  const navigate = useNavigate();
  return () => {
    if (chances.data === undefined) return void chances.refetch();
    const { packId } = chances.data;
    if (packId !== null) return void navigate({ to: '/duitraya/pick/$id', params: { id: packId } });
    const { t } = texts();
    void showAlert({
      mode: 'information',
      title: t('blessing.notEligible'),
      message: t('blessing.notEligible.text'),
      action: { label: t('blessing.seeMiners'), onPress: () => void navigate({ to: '/miner' }) },
    });
  };
}
