import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { CopyButton } from '@minerx/ui/copy-button';
import { Skeleton } from '@minerx/ui/skeleton';
import { Crown } from 'lucide-react';
import { variant } from '@minerx/rules/wire-language';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMember } from './member.api.ts';
import styles from './member-card.module.css';

/** From this rank on the crown is worn (specification §2, for the ranks above as well). */
const CROWNED_FROM = 2;

/** Who is signed in: name and username, rank, referral code to copy. */
export function MemberCard() {
  const { t, language } = useTexts();
  const member = useMember();
  return (
    <Card className="stack-3">
      <Loaded query={member} skeleton={<Skeleton height="8.625rem" />}>
        {(who) => {
          const crowned = who.member_ranking3 >= CROWNED_FROM;
          return (
            <div className={styles.member}>
              <span className={classes(styles.picture, crowned && styles.crowned)} aria-hidden="true">
                {[...who.member_detail_fullname][0]?.toUpperCase()}
              </span>
              <div className={styles.words}>
                <h2 className={styles.name}>
                  {who.member_detail_fullname} <span className="soft">{who.member_username}</span>
                </h2>
                <p className={classes(styles.rank, crowned && styles.crowned)}>
                  {crowned && <Crown size={16} role="img" aria-label={t('profile.crown')} />}
                  <span>{variant(who, 'ranking_name', language)}</span>
                </p>
              </div>
              <div className={styles.code}>
                <div className={styles.codeWords}>
                  <p className="soft">{t('profile.referralCode')}</p>
                  <p className={`figure ${styles.codeText}`}>{who.member_referral_code}</p>
                </div>
                <CopyButton text={who.member_referral_code} done={t('profile.referralCode.copied')} />
              </div>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
