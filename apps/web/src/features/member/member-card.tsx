import { Card } from '@minerx/ui/card';
import { CopyButton } from '@minerx/ui/copy-button';
import { Skeleton } from '@minerx/ui/skeleton';
import { Crown } from 'lucide-react';
import { rankName } from '../../base/rank-name.ts';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMember } from './member.api.ts';
import styles from './member-card.module.css';

/** Rank 2 wears the crown (specification §2). */
const CROWNED = 2;

/** Who is signed in: username, rank, referral code to copy. */
export function MemberCard() {
  const { t, language } = useTexts();
  const member = useMember();
  return (
    <Card>
      <Loaded query={member} skeleton={<Skeleton height="7.375rem" />}>
        {(who) => (
          <div className={styles.member}>
            <span className={styles.picture} aria-hidden="true">
              {who.member_username.slice(0, 1).toUpperCase()}
            </span>
            <div className={styles.words}>
              <h2 className={styles.name}>{who.member_username}</h2>
              <p className={styles.rank}>
                {who.member_ranking3 === CROWNED && <Crown size={16} aria-hidden="true" />}
                {rankName(who, language)}
              </p>
            </div>
            <div className={styles.code}>
              <div>
                <p className={styles.label}>{t('profile.referralCode')}</p>
                <p className="figure">{who.member_referral_code}</p>
              </div>
              <CopyButton text={who.member_referral_code} done={t('profile.referralCode.copied')} />
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
