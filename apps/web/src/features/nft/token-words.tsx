import { variant } from '@minerx/rules/wire-language';
import { classes } from '@minerx/ui/classes';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { Token } from './nft.api.ts';
import styles from './token-words.module.css';

/** What a token is called, something beside its name, and its category in the member's language. */
export function TokenWords({ token, aside }: { token: Token; aside?: ReactNode }) {
  const { language } = useTexts();
  return (
    <span className={styles.words}>
      <span className={styles.first}>
        <span className={styles.name}>{token.name}</span>
        {aside}
      </span>
      <span className={classes('soft', styles[token.rarity])}>
        {variant(token.category, 'nft_category_name', language)}
      </span>
    </span>
  );
}
