import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { CopyButton } from '@minerx/ui/copy-button';
import { QrCode } from '@minerx/ui/qr-code';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Share2 } from 'lucide-react';
import { toast } from '../../../base/alerts.ts';
import { brand } from '../../../base/brand/brand.ts';
import { memberQuery } from '../../../base/member.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { useTeam } from '../team.api.ts';
import { invitationLink, linkParts } from './invitation.ts';
import styles from './referral-card.module.css';

/** The member's referral code, its QR code and link, to copy or to share. */
export function ReferralCard() {
  const { t } = useTexts();
  const member = useQuery(memberQuery);
  return (
    <Loaded query={member} skeleton={<Skeleton height="26rem" />}>
      {({ member_referral_code: code }) => <Invitation code={code} lead={t('team.referral.lead')} />}
    </Loaded>
  );
}

function Invitation({ code, lead }: { code: string; lead: string }) {
  const { t } = useTexts();
  const link = invitationLink(location.origin, code);
  const share = async () => {
    const text = t('team.referral.shareText', { brand: brand.name });
    try {
      await navigator.share({ title: brand.name, text, url: link });
    } catch (error) {
      // Closing the share sheet is no failure.
      if ((error as DOMException).name !== 'AbortError') toast(t('common.failed'));
    }
  };
  return (
    <>
      <Card className={styles.card}>
        <div className={classes('line-3 wraps apart', styles.line)}>
          <div className={styles.words}>
            <h2 className={styles.label}>{t('profile.referralCode')}</h2>
            <p className={`figure ${styles.code}`}>{code}</p>
          </div>
          <CopyButton text={code} done={t('profile.referralCode.copied')} />
        </div>
        <div className={classes('line-4 wraps', styles.line)}>
          <QrCode text={link} label={t('team.referral.qr')} />
          <p className={styles.lead}>{lead}</p>
        </div>
        <div className={classes('line-3 wraps apart', styles.line)}>
          <h2 className={styles.label}>{t('team.referral.link')}</h2>
          <p className={styles.link} translate="no">
            {linkParts(link).map((part) => (
              <span key={part} className={styles.part}>
                {part}
              </span>
            ))}
          </p>
          <div className={classes('line-2 wraps', styles.actions)}>
            <CopyButton text={link} label={t('team.referral.copyLink')} done={t('team.referral.linkCopied')} />
            {'share' in navigator && (
              <Button size="medium" icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share()}>
                {t('team.referral.share')}
              </Button>
            )}
          </div>
        </div>
      </Card>
      <Joined />
    </>
  );
}

/** Who has come so far; nothing while that is nobody, or not known. */
function Joined() {
  const { t, format } = useTexts();
  const { data } = useTeam();
  if (data === undefined || data.direct_sponsor === 0) return null;
  return (
    <Card to="/profile/myteam" className="line-3 wraps">
      <span className={classes('stack-0', styles.count)}>
        <span className="soft">{t('team.directMembers')}</span>
        <span className={`figure ${styles.code}`}>{format.number(data.direct_sponsor)}</span>
      </span>
      <span className={classes('stack-0', styles.count)}>
        <span className="soft">{t('team.groupMembers')}</span>
        <span className={`figure ${styles.code}`}>{format.number(data.group_sponsor)}</span>
      </span>
      <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
    </Card>
  );
}
