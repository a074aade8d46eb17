import type { Translate } from '../../i18n/texts.ts';

const MINUTE_S = 60;
/** Up to here seconds say more. */
const SECONDS_UP_TO = 100;

/** A time to wait in the words of the language: "about 17 seconds". */
export const waitingTime = (seconds: number, t: Translate): string =>
  seconds <= SECONDS_UP_TO
    ? t('deposit.seconds', { count: seconds })
    : t('deposit.minutes', { count: Math.ceil(seconds / MINUTE_S) });
