import { texts } from '../../i18n/texts.ts';
import { showAlert } from '../alerts.ts';

const recordOf = (opened: string) =>
  ({ to: '/asset/spot/transaction/$id', params: { id: 'all' }, search: { opened } as never }) as const;

/** The place of a movement's record. */
export type RecordPlace = ReturnType<typeof recordOf>;

/** Tells that value has moved. Gives the place of its record to whoever asked to see it, else null. */
export async function tellMoved(id: string, told: { title: string; message: string }): Promise<RecordPlace | null> {
  let wanted: RecordPlace | null = null;
  const action = { label: texts().t('wallet.record'), onPress: () => void (wanted = recordOf(id)) };
  await showAlert({ mode: 1, ...told, action });
  return wanted;
}
