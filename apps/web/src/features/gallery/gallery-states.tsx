import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Chip } from '@minerx/ui/chip';
import { Disclosure } from '@minerx/ui/disclosure';
import { EmptyState } from '@minerx/ui/empty-state';
import { Fact, Facts } from '@minerx/ui/facts';
import { FailedState } from '@minerx/ui/failed-state';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { RetryButton } from '@minerx/ui/retry-button';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { Spinner } from '@minerx/ui/spinner';
import { StaleNote } from '@minerx/ui/stale-note';
import { ToastRegion } from '@minerx/ui/toast-region';
import { Zap } from 'lucide-react';
import { Part, Side } from './gallery-section.tsx';
import notFound from '../../base/art/empty-search.svg';

const nothing = () => undefined;
const TONES = ['gain', 'accent', 'wait', 'danger', 'plain', 'strong'] as const;

/** Parts that hold others, and what they look like when something is on its way, old, empty or failed. */
export function GalleryStates() {
  return (
    <>
      <Part name="card">
        <Card>Plain</Card>
        <Card tone="accent">Accent</Card>
        <Card tone="quiet">Quiet</Card>
        <Card to="/order">A way to somewhere</Card>
      </Part>
      <Part name="row">
        <Card flush>
          <Row
            to="/order"
            icon={<Zap size={20} />}
            title="X1 MAX"
            detail="Serial MX-0001"
            value="Activated"
            valueDetail="76.02 Th/s"
          />
          <Row
            icon="B"
            title="BTC Wallet"
            detail="Only to look at"
            value={<Money units={1_842_217n} precision={8} />}
          />
          <Row title="USDT Wallet" detail="To be pressed" onPress={nothing} />
        </Card>
      </Part>
      <Part name="chip">
        <Side>
          {TONES.map((tone) => (
            <Chip key={tone} tone={tone} Icon={tone === 'plain' ? undefined : Zap}>
              {tone}
            </Chip>
          ))}
        </Side>
      </Part>
      <Part name="facts">
        <Card>
          <Facts>
            <Fact label="Fee">1.00 USDT</Fact>
            <Fact label="Arrives" strong note="after twelve blocks">
              99.00 USDT
            </Fact>
          </Facts>
        </Card>
        <Card>
          <Facts columns ruled small>
            <Fact label="Network">BEP20</Fact>
            <Fact label="Address" wide>
              0x52908400098527886E0F7030069857D2E4169EE7
            </Fact>
          </Facts>
        </Card>
      </Part>
      <Part name="notice">
        <Notice>Send only USDT on this network.</Notice>
        <Notice Icon={Zap}>The fee goes first.</Notice>
      </Part>
      <Part name="disclosure">
        <Disclosure title="Pending Orders" aside="2">
          <p>Two orders wait for activation.</p>
        </Disclosure>
      </Part>
      <Waiting />
    </>
  );
}

function Waiting() {
  return (
    <>
      <Part name="skeleton">
        <Skeleton width="60%" height="1.25rem" />
        <Skeleton height="3rem" />
        <Skeleton width="3rem" height="3rem" round />
      </Part>
      <Part name="spinner">
        <Spinner />
      </Part>
      <Part name="stale-note">
        <StaleNote age="5 minutes ago" onRetry={nothing} />
        <StaleNote age="5 minutes ago" onRetry={nothing} busy />
      </Part>
      <Part name="empty-state">
        <EmptyState />
        <EmptyState art={notFound} />
        <EmptyState hint="Subscribe to a miner to see it here." action={<Button size="medium">See miners</Button>} />
      </Part>
      <Part name="retry-button">
        <Side>
          <RetryButton variant="secondary" onRetry={nothing} />
          <RetryButton variant="quiet" onRetry={nothing} />
          <RetryButton variant="quiet" busy onRetry={nothing} />
        </Side>
      </Part>
      <Part name="failed-state">
        <FailedState onRetry={nothing} />
        <FailedState onRetry={nothing} busy />
      </Part>
      <Part name="infinite-list">
        <InfiniteEnd state="more" onMore={nothing} />
        <InfiniteEnd state="loading" onMore={nothing} />
        <InfiniteEnd state="failed" onMore={nothing} />
        <InfiniteEnd state="end" onMore={nothing} />
      </Part>
      <Part name="toast-region">
        <ToastRegion
          toasts={[
            { id: 1, text: 'Copied' },
            { id: 2, text: 'A new version is ready.', action: { label: 'Update', onPress: nothing } },
          ]}
        />
        <p>Stands above the bottom bar.</p>
      </Part>
    </>
  );
}
