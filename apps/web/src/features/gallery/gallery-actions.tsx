import { BottomNav } from '@minerx/ui/bottom-nav';
import { Button } from '@minerx/ui/button';
import { CopyButton } from '@minerx/ui/copy-button';
import { CountdownButton } from '@minerx/ui/countdown-button';
import { IconButton } from '@minerx/ui/icon-button';
import { IconLink } from '@minerx/ui/icon-link';
import { PageHeader } from '@minerx/ui/page-header';
import { Paginator } from '@minerx/ui/paginator';
import { Shortcuts } from '@minerx/ui/shortcuts';
import { Tabs } from '@minerx/ui/tabs';
import { House, Info, Pickaxe, Trash2, Wallet, Zap } from 'lucide-react';
import { useState } from 'react';
import { Part, Side } from './gallery-section.tsx';

const nothing = () => undefined;

const named = (Icon: typeof Zap, name: string) => (
  <>
    <Icon size={20} aria-hidden="true" />
    {name}
  </>
);
const ROUND_TABS = [
  { id: 'power', label: named(Zap, 'Status') },
  { id: 'rate', label: named(Pickaxe, 'Hashrate') },
] as const;

const SHORTCUTS = [
  { to: '/', text: 'Miners', Icon: Pickaxe },
  { to: '/', text: 'Festival', Icon: Zap, festive: true },
  { to: '/', text: 'A rather long name', Icon: Wallet },
];

/** Parts that lead somewhere or do something. */
export function GalleryActions() {
  return (
    <>
      <Part name="button">
        <Button full>Subscribe</Button>
        <Button full busy>
          Subscribe
        </Button>
        <Button full reason="Not enough USDT: 120.00 missing">
          Subscribe
        </Button>
        <Button icon={<Zap size={18} aria-hidden="true" />}>With an icon</Button>
        <Side>
          <Button variant="secondary" size="medium">
            Secondary
          </Button>
          <Button variant="quiet" size="medium">
            Quiet
          </Button>
          <Button variant="danger" size="medium">
            Danger
          </Button>
        </Side>
      </Part>
      <Part name="icon-button">
        <Side>
          <IconButton label="About" icon={<Info size={22} aria-hidden="true" />} />
          <IconButton label="About, filled" tone="filled" icon={<Info size={22} aria-hidden="true" />} />
          <IconButton label="Delete" disabled icon={<Trash2 size={22} aria-hidden="true" />} />
        </Side>
      </Part>
      <Part name="icon-link">
        <Side>
          <IconLink to="/" label="Somewhere" icon={<Info size={22} aria-hidden="true" />} />
          <IconLink to="/" label="Somewhere golden" tone="accent" icon={<Info size={22} aria-hidden="true" />} />
        </Side>
      </Part>
      <Part name="shortcuts">
        <Shortcuts shortcuts={SHORTCUTS} />
        <Shortcuts even shortcuts={SHORTCUTS} />
      </Part>
      <Part name="copy-button">
        <Side>
          <CopyButton text="DEMO2026" />
          <CopyButton text="DEMO2026" label="Copy link" done="Link copied" />
        </Side>
      </Part>
      <Part name="countdown-button">
        <CountdownButton
          label="Send Code"
          againLabel="RESEND"
          waitLabel={(seconds) => `${seconds} s`}
          onPress={() => Promise.resolve(true)}
        />
      </Part>
      <Navigation />
    </>
  );
}

const PLACES = [
  { to: '/a', label: 'Home', icon: <House size={22} />, current: true },
  { to: '/b', label: 'Miner', icon: <Pickaxe size={22} />, current: false },
  { to: '/c', label: 'Assets', icon: <Wallet size={22} />, current: false },
];

function Navigation() {
  const [page, setPage] = useState(2);
  const [tab, setTab] = useState<'x1' | 'x2'>('x1');
  const [round, setRound] = useState<'power' | 'rate'>('power');
  return (
    <>
      <Part name="page-header">
        <p>The header of this page: its one h1 with the way back.</p>
        {/* A second h1 would be wrong on a page; what stands here is a copy for the eye alone. */}
        <div inert aria-hidden="true">
          <PageHeader title="With an action" action={<IconButton label="About" icon={<Info size={22} />} />} />
        </div>
      </Part>
      <Part name="tabs">
        <Tabs
          label="Miners"
          tabs={[
            { id: 'x1', label: 'X1 MAX' },
            { id: 'x2', label: 'X2 MAX' },
          ]}
          current={tab}
          onChange={setTab}
        >
          <p>{tab}</p>
        </Tabs>
        <Tabs label="Order" look="round" tabs={ROUND_TABS} current={round} onChange={setRound}>
          <p>{round}</p>
        </Tabs>
      </Part>
      <Part name="paginator">
        <Paginator
          page={page}
          pages={5}
          onPage={setPage}
          label="Pages"
          previous="Previous page"
          next="Next page"
          place={`Page ${page} of 5`}
        />
        <Paginator
          page={1}
          pages={2}
          onPage={nothing}
          label="First page"
          previous="Page before"
          next="Page after"
          place="Page 1 of 2"
        />
      </Part>
      <Part name="bottom-nav">
        <BottomNav places={PLACES} />
        <p>Stands at the bottom edge.</p>
      </Part>
    </>
  );
}
