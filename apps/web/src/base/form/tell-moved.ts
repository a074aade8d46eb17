import { texts } from '../../i18n/texts.ts';
import { showAlert } from '../alerts.ts';

export const recordOf = (opened: string) =>
  ({ to: '/asset/spot/transaction/$id', params: { id: 'all' }, search: { opened } as never }) as const;

/** The place of a movement's record. */
export type RecordPlace = ReturnType<typeof recordOf>;

interface Told {
  title: string;
  message: string;
  submessage?: string;
}

/** Tells what was done or asked for. Gives the place of its record to whoever asked to see it, else null. */
export async function tellRecorded<Place>(place: Place, told: Told): Promise<Place | null> {
  let wanted: Place | null = null;
  const action = { label: texts().t('wallet.record'), onPress: () => void (wanted = place) };
  await showAlert({ mode: 1, ...told, action });
  return wanted;
}

/** The same where value has moved. */
export const tellMoved = (id: string, told: Told): Promise<RecordPlace | null> => tellRecorded(recordOf(id), told);
