import type { FleetSite } from '@minerx/contract/operator/fleet';
import { STANDINGS, type Standing } from '@minerx/rules/machine-standing';
import { Link } from '@tanstack/react-router';
import styles from './fleet.module.css';
import { WORDS } from './standings.ts';

/** Pixels of a cell with its gap. */
const CELL = 8;
const square = (place: number, columns: number): string =>
  `M${(place % columns) * CELL} ${Math.floor(place / columns) * CELL}h6v6h-6z`;

const countOf = ({ standings }: FleetSite): number => STANDINGS.reduce((sum, one) => sum + standings[one], 0);

/** One path for each standing, whatever the number of machines: ten thousand squares are five elements. */
function pathsOf({ standings }: FleetSite, columns: number): [Standing, string][] {
  let next = 0;
  return STANDINGS.map((one) => [one, Array.from({ length: standings[one] }, () => square(next++, columns)).join('')]);
}

const saidOf = ({ standings }: FleetSite): string =>
  STANDINGS.filter((one) => standings[one] > 0)
    .map((one) => `${standings[one]} ${WORDS[one].toLowerCase()}`)
    .join(', ');

/** A site, a square for each machine, outliers first; pressed, the list shows its machines. */
function Site({ site }: { site: FleetSite }) {
  const count = countOf(site);
  // Twice as wide as high.
  const columns = Math.max(1, Math.ceil(Math.sqrt(2 * count)));
  const [width, height] = [columns * CELL, Math.ceil(count / columns) * CELL];
  return (
    <Link
      to="."
      search={{ site: site.site } as never}
      className={styles.site ?? ''}
      activeOptions={{ includeSearch: true }}
    >
      <strong>
        {site.site}
        {site.simulated && ', simulated'}
      </strong>
      <svg className={styles.cells} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {pathsOf(site, columns).map(([one, d]) => (
          <path key={one} className={styles[one]} d={d} />
        ))}
      </svg>
      <span>{saidOf(site)}</span>
      <span className="figure">
        {site.now_ths} Th/s now; settled {site.measured_ths}, the pool saw {site.pool_ths}
      </span>
    </Link>
  );
}

/** The sites, the one with most outliers first. */
export function Sites({ sites }: { sites: readonly FleetSite[] }) {
  return (
    <ul className={styles.sites}>
      {sites.map((site) => (
        <li key={site.site}>
          <Site site={site} />
        </li>
      ))}
    </ul>
  );
}
