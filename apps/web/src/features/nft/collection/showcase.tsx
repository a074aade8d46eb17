import { COLLECTION_SIZE, NFT_CATEGORIES, type NftRarity } from '@minerx/rules/nft-collection';
import { Card } from '@minerx/ui/card';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './collection.module.css';

/** The first token of a rarity stands for all of them. */
const pictureOf = (firstToken: number): string => `/api/nft/picture/${firstToken}.svg`;
/** The rarest in the middle and in front. */
const FAN: readonly NftRarity[] = ['rare', 'mythic', 'legendary'];
const fan = FAN.flatMap((name) => NFT_CATEGORIES.filter((category) => category.name === name));

/** What the collection is: three of its pictures, how many there are, and of which rarity. */
export function Showcase() {
  const { t, format } = useTexts();
  return (
    <Card className={styles.showcase}>
      <div className={styles.fan}>
        {fan.map(({ name, firstToken }) => (
          <img
            key={name}
            className={styles.plate}
            data-rarity={name}
            src={pictureOf(firstToken)}
            alt=""
            width="480"
            height="480"
          />
        ))}
      </div>
      <h2 className={styles.lead}>{t('collection.lead', { count: format.number(COLLECTION_SIZE) })}</h2>
      <p className="soft">{t('collection.text')}</p>
      <div className={styles.share} aria-hidden="true">
        {NFT_CATEGORIES.map(({ name, size }) => (
          <span key={name} data-rarity={name} style={{ flexGrow: size }} />
        ))}
      </div>
      <ul className={styles.parts} aria-label={t('collection.parts')}>
        {NFT_CATEGORIES.map(({ name, size }) => (
          <li key={name} data-rarity={name}>
            <span className={`line-2 soft ${styles.part}`}>{t(`collection.${name}`)}</span>
            <span className={`figure ${styles.count}`}>{format.number(size)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
