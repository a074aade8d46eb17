import { AlertModal } from '@minerx/ui/alert-modal';
import { AmountInput } from '@minerx/ui/amount-input';
import { BarChart7 } from '@minerx/ui/bar-chart';
import { BottomNav } from '@minerx/ui/bottom-nav';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { ChartFrame } from '@minerx/ui/chart-frame';
import { Chip } from '@minerx/ui/chip';
import { CopyButton } from '@minerx/ui/copy-button';
import { CountdownButton } from '@minerx/ui/countdown-button';
import { Disclosure } from '@minerx/ui/disclosure';
import { EmptyState } from '@minerx/ui/empty-state';
import { FailedState } from '@minerx/ui/failed-state';
import { Field } from '@minerx/ui/field';
import { Gauge } from '@minerx/ui/gauge';
import { InfiniteEnd } from '@minerx/ui/infinite-list';
import { Money } from '@minerx/ui/money';
import { PasswordInput } from '@minerx/ui/password-input';
import { CodeInput, PinInput } from '@minerx/ui/pin-input';
import { ProgressRing } from '@minerx/ui/progress-ring';
import { Radial } from '@minerx/ui/radial';
import { Row } from '@minerx/ui/row';
import { Segmented } from '@minerx/ui/segmented';
import { Select } from '@minerx/ui/select';
import { Sheet } from '@minerx/ui/sheet';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { StaleNote } from '@minerx/ui/stale-note';
import { Stepper } from '@minerx/ui/stepper';
import { Tabs } from '@minerx/ui/tabs';
import { TextInput } from '@minerx/ui/text-input';
import { House, Pickaxe, Wallet, Zap } from 'lucide-react';
import { useState } from 'react';
import { LiveChart } from '../base/live-chart.tsx';
import { Page } from '../base/page.tsx';

/** Every part in one place, for the workshop only: not in a production build. Its words need no translation. */
export function GalleryScreen() {
  return (
    <Page title="Parts" backTo="/">
      <Actions />
      <Inputs />
      <Figures />
      <LiveLine />
      <States />
      <BottomNav
        places={[
          { to: '/a', label: 'Home', icon: <House size={22} />, current: true },
          { to: '/b', label: 'Miner', icon: <Pickaxe size={22} />, current: false },
          { to: '/c', label: 'Assets', icon: <Wallet size={22} />, current: false },
        ]}
      />
    </Page>
  );
}

function Actions() {
  const [dialog, setDialog] = useState<'none' | 'sheet' | 'good' | 'bad'>('none');
  const close = () => setDialog('none');
  return (
    <Card>
      <div style={{ display: 'grid', gap: '0.75rem' }}>
        <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap' }}>
          {(['gain', 'accent', 'wait', 'danger', 'plain', 'strong'] as const).map((tone) => (
            <Chip key={tone} tone={tone} Icon={Zap}>
              {tone}
            </Chip>
          ))}
        </div>
        <Button full>Subscribe</Button>
        <Button full busy>
          Subscribe
        </Button>
        <Button full reason="Not enough USDT: 120.00 missing">
          Subscribe
        </Button>
        <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap' }}>
          <Button id="sheet" variant="secondary" size="medium" onClick={() => setDialog('sheet')}>
            Sheet
          </Button>
          <Button id="good" variant="secondary" size="medium" onClick={() => setDialog('good')}>
            Success
          </Button>
          <Button id="bad" variant="danger" size="medium" onClick={() => setDialog('bad')}>
            Failure
          </Button>
          <Button variant="quiet" size="medium">
            Quiet
          </Button>
          <CopyButton text="DEMO2026" />
          <CountdownButton
            label="Send Code"
            againLabel="RESEND"
            waitLabel={(seconds) => `${seconds} s`}
            onPress={() => Promise.resolve(true)}
          />
        </div>
      </div>
      <Sheet open={dialog === 'sheet'} onClose={close} title="Choose a wallet" footer={<Button full>Confirm</Button>}>
        <Card flush>
          <Row
            title="USDT Wallet"
            detail="Available"
            value={<Money units={1_248_055_000_000n} precision={2} asset="USDT" />}
            onPress={close}
          />
          <Row
            title="CW Wallet"
            detail="Available"
            value={<Money units={338_040_000_000n} precision={2} asset="CW" />}
            onPress={close}
          />
        </Card>
      </Sheet>
      <AlertModal
        open={dialog === 'good' || dialog === 'bad'}
        mode={dialog === 'bad' ? 2 : 1}
        title={dialog === 'bad' ? 'Failed Subscribe Miner' : 'Successful Subscribe Miner'}
        message={dialog === 'bad' ? 'The wallet balance is not sufficient.' : 'Your miner is added to your order.'}
        onClose={close}
      />
    </Card>
  );
}

function Inputs() {
  const [pin, setPin] = useState('246');
  const [code, setCode] = useState('9876');
  const [network, setNetwork] = useState<'TRC20' | 'BEP20'>('BEP20');
  const [amount, setAmount] = useState('1250,50');
  const [quantity, setQuantity] = useState(3);
  const [password, setPassword] = useState('Demo#2026');
  const rule = [
    { text: 'At least 8 characters', met: password.length >= 8 },
    { text: 'At least 1 digit', met: /\d/.test(password) },
    { text: 'At least 1 special character', met: /[?#]/.test(password) },
  ];
  return (
    <Card>
      <div style={{ display: 'grid', gap: '1.25rem' }}>
        <Field label="Email" error="Please enter a valid email address.">
          {(wire) => <TextInput {...wire} type="email" defaultValue="demo@minerx" />}
        </Field>
        <Field label="Password">
          {(wire) => (
            <PasswordInput
              {...wire}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              checklist={rule}
            />
          )}
        </Field>
        <Field label="Security PIN" hint="At 6 digit number (0-9)">
          {(wire) => <PinInput {...wire} value={pin} onChange={setPin} />}
        </Field>
        <Field label="Verification code">{(wire) => <CodeInput {...wire} value={code} onChange={setCode} />}</Field>
        <Field label="Amount" aside="Balance 12,480.55 USDT">
          {(wire) => (
            <AmountInput
              {...wire}
              value={amount}
              onChange={setAmount}
              precision={2}
              asset="USDT"
              onMax={() => setAmount('12480')}
            />
          )}
        </Field>
        <Field label="Quantity">{(wire) => <Stepper {...wire} value={quantity} onChange={setQuantity} />}</Field>
        <Field label="Payment method">
          {(wire) => (
            <Select {...wire}>
              <option>CW 100%</option>
              <option>CW 90% + RW 10%</option>
            </Select>
          )}
        </Field>
        <Segmented
          label="Network"
          options={[
            { id: 'TRC20', label: 'TRC20' },
            { id: 'BEP20', label: 'BEP20' },
          ]}
          value={network}
          onChange={setNetwork}
        />
      </div>
    </Card>
  );
}

function Figures() {
  const [tab, setTab] = useState<'x1' | 'x2'>('x1');
  const days = ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
  return (
    <>
      <Tabs
        label="Miners"
        tabs={[
          { id: 'x1', label: 'X1 MAX' },
          { id: 'x2', label: 'X2 MAX' },
        ]}
        current={tab}
        onChange={setTab}
      >
        <Card>
          <div
            style={{
              display: 'flex',
              gap: '1rem',
              alignItems: 'center',
              justifyContent: 'space-around',
              flexWrap: 'wrap',
            }}
          >
            <Radial share={0.62} label="Remaining stock" percent="62 %" caption="620 of 1,000" />
            <ProgressRing share={0.3} label="Queue" valueText="3 of 10" tone="wait">
              <strong>3/10</strong>
            </ProgressRing>
          </div>
        </Card>
      </Tabs>
      <Card>
        <Gauge share={0.83}>
          <SourceBadge kind="live" />
          <strong className="figure" style={{ fontSize: '2.25rem' }}>
            63.41
          </strong>
          <span>of 76 Th/s</span>
        </Gauge>
      </Card>
      <BarChart7
        title="BTC mined, 7 days"
        summary={<Money units={214_522n} precision={8} asset="BTC" size="large" signed />}
        badge={<SourceBadge kind="simulated" />}
        bars={days.map((day, place) => ({
          label: day,
          day,
          value: [3, 5, 4, 0, 6, 5.5, 2][place] ?? 0,
          text: <Money units={30_000n} precision={8} asset="BTC" />,
          provisional: place === 6,
        }))}
        headings={['Day', 'Mined']}
      />
      <Card>
        <p>Total assets</p>
        <Money units={2_814_221_550_000n} precision={2} prefix="$" size="figure" />
        <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap', marginTop: '0.75rem' }}>
          <SourceBadge kind="live" />
          <SourceBadge kind="delayed" age="12 s" />
          <SourceBadge kind="simulated" />
          <SourceBadge kind="provisional" />
          <SourceBadge kind="contract" />
        </div>
      </Card>
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
          detail="Simulated price"
          value={<Money units={1_842_217n} precision={8} />}
          valueDetail={<Money units={178_700_000_000n} precision={2} prefix="≈ $" />}
        />
      </Card>
    </>
  );
}

const START = 1_780_000_000;
const times = Array.from({ length: 600 }, (_, second) => START + second);
const hashrates = times.map((_, second) =>
  second > 300 && second < 340 ? null : 70 + 4 * Math.sin(second / 40) + Math.sin(second),
);

function LiveLine() {
  return (
    <ChartFrame
      title="Hashrate"
      summary={<strong className="figure">71.20 Th/s</strong>}
      badge={<SourceBadge kind="live" />}
      table={{ headings: ['Time', 'Th/s'], rows: [['10:00', '71.20']] }}
    >
      <LiveChart times={times} values={hashrates} max={76} locale="en" />
    </ChartFrame>
  );
}

function States() {
  return (
    <>
      <Disclosure title="Pending Orders" aside="2">
        <p>Two orders wait for activation.</p>
      </Disclosure>
      <StaleNote age="5 minutes ago" onRetry={() => undefined} />
      <Card>
        <EmptyState hint="Subscribe to a miner to see it here." action={<Button size="medium">See miners</Button>} />
      </Card>
      <Card>
        <FailedState onRetry={() => undefined} />
      </Card>
      <Card>
        <Skeleton width="60%" height="1.25rem" />
        <Skeleton height="3rem" />
      </Card>
      <InfiniteEnd state="loading" onMore={() => undefined} />
      <InfiniteEnd state="failed" onMore={() => undefined} />
      <InfiniteEnd state="end" onMore={() => undefined} />
    </>
  );
}
