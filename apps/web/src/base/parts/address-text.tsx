import { addressGroups } from '@minerx/rules/address-groups';
import styles from './address-text.module.css';

/** An address or a hash, whole, in groups of four for the eye; read out as one. */
export function AddressText({ address }: { address: string }) {
  return (
    <span className={styles.address} translate="no">
      <span className="unseen">{address}</span>
      <span className={styles.groups} aria-hidden="true">
        {addressGroups(address).map((group, place) => (
          <span key={place}>{group}</span>
        ))}
      </span>
    </span>
  );
}
