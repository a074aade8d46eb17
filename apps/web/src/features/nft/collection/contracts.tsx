import type { NftCollection } from '@minerx/contract/nft-collection';
import { Card } from '@minerx/ui/card';
import { CopyButton } from '@minerx/ui/copy-button';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { ExternalLink } from 'lucide-react';
import { AddressText } from '../../../base/parts/address-text.tsx';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { useCollections } from './collection.api.ts';
import styles from './collection.module.css';

/** Where the collections live on their chain and where they are traded. */
export function Contracts() {
  const { t } = useTexts();
  const collections = useCollections();
  return (
    <section className="stack-3">
      <h2 className={styles.heading}>{t('collection.contracts')}</h2>
      <p className="soft">{t('collection.bep')}</p>
      <Loaded query={collections} skeleton={<Waiting />}>
        {(all) => all.map((collection) => <Contract key={collection.collection_id} collection={collection} />)}
      </Loaded>
    </section>
  );
}

function Waiting() {
  return (
    <div className="stack-3">
      {[1, 2].map((place) => (
        <Card key={place}>
          <Skeleton height="14rem" />
        </Card>
      ))}
    </div>
  );
}

function Contract({ collection }: { collection: NftCollection }) {
  const { t } = useTexts();
  const { collection_id: id, contract_address: address, contract_network: network, marketplace } = collection;
  return (
    <Card className="stack-3">
      <div className="line-2 apart wraps">
        <h3>{t('collection.of', { name: t(`collection.${id}`) })}</h3>
        {collection.simulated && <SourceBadge kind="simulated" />}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('collection.standard')}</dt>
          <dd>{collection.contract_standard}</dd>
        </div>
        {network && (
          <div>
            <dt>{t('collection.network')}</dt>
            <dd>{network}</dd>
          </div>
        )}
      </dl>
      {address ? (
        <div className={styles.address}>
          <p className="soft">{t('collection.address')}</p>
          <AddressText address={address} />
        </div>
      ) : (
        <p className="soft">{t('collection.none')}</p>
      )}
      <div className={styles.ways}>
        {address && <CopyButton text={address} done={t('collection.copied')} />}
        {marketplace.map(({ marketplace_name: name, marketplace_link: link }) => (
          <a
            key={link}
            className={styles.market}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('collection.market', { name })}
          >
            {name}
            <ExternalLink size={16} aria-hidden="true" />
          </a>
        ))}
      </div>
    </Card>
  );
}
