import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { ChevronRight } from 'lucide-react';
import { useChosen } from '../../../base/form/use-chosen.ts';
import { useTexts } from '../../../i18n/texts.ts';
import type { Pick } from '../blessing.api.ts';
import styles from './pick-list.module.css';
import { PickSheet } from './pick-sheet.tsx';
import { prizePicture, prizeText } from '../prize-face.ts';
import { usedDate } from './used-date.ts';

/** One page of picks; each opens to its details and its proof. */
export function PickList({ rows }: { rows: readonly Pick[] }) {
  const { open, chosen, choose, close } = useChosen<Pick>();
  return (
    <>
      <Card flush>
        <ul>
          {rows.map((pick) => (
            <li key={pick.packId} className={styles.item}>
              <PickRow pick={pick} onPress={() => choose(pick)} />
            </li>
          ))}
        </ul>
      </Card>
      <PickSheet open={open} pick={chosen} onClose={close} />
    </>
  );
}

function PickRow({ pick, onPress }: { pick: Pick; onPress: () => void }) {
  const { t, tag } = useTexts();
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <img className={styles.picture} src={prizePicture(pick.name, pick.amountUnits)} alt="" width="240" height="240" />
      <span className={classes('stack-1 grow', styles.words)}>
        <span className="line-3 baseline apart wraps">
          <span className={styles.name}>{prizeText(t, pick.name)}</span>
          <Money className={styles.amount} units={pick.amountUnits} precision={2} prefix="$" />
        </span>
        <time className="soft" dateTime={pick.at}>
          {usedDate(tag, pick.at)}
        </time>
      </span>
      <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
    </button>
  );
}

export function PickListWaiting() {
  return (
    <Card flush>
      {Array.from({ length: 4 }, (_, place) => (
        <div key={place} className={styles.item}>
          <div className={styles.row}>
            <span className={styles.picture} />
            <span className={classes('stack-1 grow', styles.words)}>
              <Skeleton width="80%" height="1.25rem" />
              <Skeleton width="60%" height="1rem" />
            </span>
          </div>
        </div>
      ))}
    </Card>
  );
}
