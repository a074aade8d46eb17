import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { Refusal } from '../../../base/refusal.ts';

export type Wrong = Readonly<Record<string, string>>;

/** Sends what needs a PIN; the fields that are wrong, or null when it is done. */
export async function tell(send: () => Promise<void>): Promise<Wrong | null> {
  try {
    await send();
    return null;
  } catch (error) {
    const fields = error instanceof Refusal ? error.fields : {};
    // Closing the sheet is no failure.
    const isClosed = error instanceof Refusal && error.code === 'err_second_factor';
    if (Object.keys(fields).length === 0 && !isClosed) await alertRefusal('factor.failed', error);
    return fields;
  }
}
