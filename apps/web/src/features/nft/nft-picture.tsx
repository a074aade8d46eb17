import { classes } from '@minerx/ui/classes';
import type { Token } from './nft.api.ts';
import styles from './nft-picture.module.css';

/** The drawing of a token; the words beside it say what it is. */
export function NftPicture({ token, dim = false, eager = false }: { token: Token; dim?: boolean; eager?: boolean }) {
  return (
    <span className={classes(styles.frame, dim && styles.dim)}>
      <img src={token.image} alt="" width="480" height="480" loading={eager ? 'eager' : 'lazy'} decoding="async" />
    </span>
  );
}
