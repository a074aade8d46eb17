import { TERMS_VERSION } from '@minerx/rules/terms';
import { Shortcuts } from '@minerx/ui/shortcuts';
import { Gem, Gift, ListChecks, Ticket } from 'lucide-react';
import { withTexts } from '../base/language/with-texts.ts';
import { Late, lateFile } from '../base/parts/late/late.tsx';
import { Page } from '../base/page.tsx';
import { Failed } from '../base/query.tsx';
import { BoosterPair } from '../features/home/booster/booster-pair.tsx';
import { useBoosterPrices } from '../features/home/booster/booster.api.ts';
import { useMember } from '../features/member/member.api.ts';
import { NoticeBell } from '../features/member/notice/bell.tsx';
import { TotalAsset } from '../features/wallet/total-asset.tsx';
import { useWallets } from '../features/wallet/wallet.api.ts';
import { useTexts } from '../i18n/texts.ts';

const MarketStrip = lateFile('home market', () => import('../features/home/market/market-strip.tsx'));
const HomeNews = lateFile('home news', () => import('../features/announcement/home-news.tsx'));
const FirstSteps = lateFile('home first-steps', () => import('../features/home/first-steps/first-steps.tsx'));
const TermsAsked = lateFile(
  'home terms',
  withTexts('rare', () => import('../features/legal/terms-asked.tsx')),
);
const CycleDial = lateFile('home cycle', () => import('../features/home/cycle/cycle-dial.tsx'));
const MiningRow = lateFile('home mining', () => import('../features/home/mining/mining-row.tsx'));
const NftTiles = lateFile('home nft', () => import('../features/home/nft-tiles/nft-tiles.tsx'));

/** What the late parts measure, in widths of the column, so that nothing moves when they come. */
const BANNER_HEIGHT = 'calc(100cqi * 9 / 16)';
const TILES_HEIGHT = 'calc((100cqi - 3.5rem - 2px) * 4 / 7 + 5.5rem + 2px)';

/** Until the member's answer is read the early script has said it, where the page brought that answer. */
const isNewcomer = (member: { member_has_mined: boolean } | undefined): boolean =>
  member === undefined ? document.documentElement.dataset.newcomer !== undefined : !member.member_has_mined;

export function HomeScreen() {
  const { t } = useTexts();
  const member = useMember();
  const prices = useBoosterPrices();
  const wallets = useWallets();
  const ready = prices.data !== undefined || prices.isError;
  return (
    <Page
      title={member.data ? t('home.greeting', { name: member.data.member_detail_fullname }) : t('common.title.home')}
      action={<NoticeBell />}
    >
      {member.data && member.data.member_terms_version !== TERMS_VERSION && (
        <Late ready height="5.5rem">
          <TermsAsked />
        </Late>
      )}
      <TotalAsset to="/asset" />
      {isNewcomer(member.data) && (
        <Late ready={ready} height="var(--first-steps)" shape="rows">
          <FirstSteps />
        </Late>
      )}
      <QuickActions />
      {!isNewcomer(member.data) && (
        <Late ready={ready} height="var(--mining)" shape="rows">
          <MiningRow />
        </Late>
      )}
      <BoosterPair
        prices={prices.data}
        failed={prices.isError}
        retry={!wallets.isError && <Failed query={prices} compact />}
      />
      <Late ready={ready} inView height="13.25rem" shape="rows">
        <MarketStrip />
      </Late>
      <Late ready={ready} height={BANNER_HEIGHT} shape="picture">
        <HomeNews />
      </Late>
      <Late ready={ready} inView height="33.5rem" shape="dial">
        <CycleDial />
      </Late>
      <Late ready={ready} inView height={TILES_HEIGHT} shape="grid">
        <NftTiles />
      </Late>
    </Page>
  );
}

/** The four ways from home that have no place in the bottom bar. The same four stand in the shell (build/early-shell.html). */
function QuickActions() {
  const { t } = useTexts();
  return (
    <Shortcuts
      even
      shortcuts={[
        { to: '/order', text: t('home.orders'), Icon: ListChecks },
        // The festival alone may glitter.
        { to: '/duitraya', text: t('home.blessings'), Icon: Gift, festive: true },
        { to: '/home/nft', text: t('home.nft'), Icon: Gem },
        { to: '/miner/redeem', text: t('home.redeem'), Icon: Ticket },
      ]}
    />
  );
}
