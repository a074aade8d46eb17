import { canWithdraw } from '@minerx/rules/nft-status';
import { buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { EmptyState } from '@minerx/ui/empty-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useNfts, type Nft } from './nft.api.ts';
import { NftChip } from './nft-chip.tsx';
import { NftPicture } from './nft-picture.tsx';
import { TokenWords } from './token-words.tsx';
import styles from './nft-grid.module.css';
import noNfts from '../../base/art/empty-nfts.svg';

/** Pictures above the fold on a phone. */
const FIRST_SEEN = 4;

/** What the member holds, two a row; only what is ready leads to the form. */
export function NftGrid() {
  const { t } = useTexts();
  const { Link } = useUi();
  const nfts = useNfts();
  return (
    <Loaded
      query={nfts.query}
      skeleton={<Waiting />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={
        <EmptyState
          art={noNfts}
          hint={t('nft.empty')}
          action={
            <Link to="/home/nft" className={buttonClass({ size: 'medium' })}>
              {t('nft.empty.action')}
            </Link>
          }
        />
      }
    >
      {({ rows }) => (
        <>
          <ul className={styles.grid}>
            {rows.map((nft, place) => (
              <li key={nft.id}>
                <NftCard nft={nft} eager={place < FIRST_SEEN} />
              </li>
            ))}
          </ul>
          <InfiniteEnd state={nfts.end} onMore={nfts.more} />
        </>
      )}
    </Loaded>
  );
}

function NftCard({ nft, eager }: { nft: Nft; eager: boolean }) {
  const ready = canWithdraw(nft);
  return (
    <Card
      flush
      to={ready ? `/profile/nft/withdraw/${nft.id}` : undefined}
      className={classes(styles.card, styles[nft.rarity])}
    >
      <NftPicture token={nft} dim={!ready} eager={eager} />
      <span className={styles.words}>
        <TokenWords token={nft} />
      </span>
      <NftChip status={nft.status} wide />
    </Card>
  );
}

function Waiting() {
  return (
    <div className={styles.grid}>
      {Array.from({ length: 6 }, (_, place) => (
        <Card flush key={place} className={styles.card}>
          <span className={styles.place} />
          <span className={styles.words}>
            <Skeleton width="85%" height="1.5rem" />
            <Skeleton width="55%" height="1.3125rem" />
          </span>
          <Skeleton height="1.8125rem" />
        </Card>
      ))}
    </div>
  );
}
