import { QrCode } from '@minerx/ui/qr-code';
import styles from './entry.module.css';

const QR_PX = 152;

export const PASSWORD_HINT = 'At least 8 characters with an upper case letter, a digit and a special character.';

/** For an authenticator: to be scanned, or typed. */
export function NewSecret({ secret, url }: { secret: string; url: string }) {
  return (
    <>
      <QrCode text={url} label="QR code for your authenticator" size={QR_PX} />
      <code className={styles.code}>{secret}</code>
    </>
  );
}

/** Told once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className={styles.note}>
        Each signs you in once when your phone is lost. They are shown now and never again: write them down and keep
        them away from the phone.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </>
  );
}
