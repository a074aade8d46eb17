import styles from './address-text.module.css';

const GROUP = 4;

/** An address of an EVM network for the eye: its prefix, then groups of four. Nothing is left out. */
export function addressGroups(address: string): string[] {
  const [prefix, digits] = /^0x/i.test(address) ? [address.slice(0, 2), address.slice(2)] : ['', address];
  const groups = digits.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return prefix === '' ? groups : [prefix, ...groups];
}

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
