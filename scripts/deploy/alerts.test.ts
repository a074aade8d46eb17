import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../step.ts';

const RULES = join(ROOT, 'deploy/alerts.yml');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const rules = [
  ...text('deploy/alerts.yml').matchAll(/- alert: (\w+)([^]*?severity: (\w+)[^]*?summary: '([^']+)')/g),
].map(([, name, , severity, summary]) => ({ name: name!, severity: severity!, summary: summary! }));
type Figures = Record<string, string>;
/** For each rule a figure over half an hour that it has to tell of, and one beside it that it must not; `planned`: nor of that. */
const FIRED_BY: Record<string, { bad: Figures; good: Figures; planned?: Figures }> = {
  ProductDown: { bad: { 'up{job="minerx"}': '0x30' }, good: { 'up{job="minerx"}': '1x30' } },
  DatabaseDown: { bad: { database_up: '0x30' }, good: { database_up: '1x30' } },
  EquationBroken: {
    bad: { equations_broken: '0x20 2x10', payouts_frozen: '0x30' },
    good: { equations_broken: '0x30', payouts_frozen: '0x30' },
  },
  IntegrityOld: {
    bad: { integrity_age_seconds: '9000+90x30', integrity_guard_age_seconds: '20x30' },
    good: { integrity_age_seconds: '3600x30', integrity_guard_age_seconds: '31x30' },
  },
  ChainDiffers: { bad: { chain_differences: '1x30' }, good: { chain_differences: '0x30' } },
  ReconciliationOld: { bad: { reconciliation_age_seconds: '0+60x30' }, good: { reconciliation_age_seconds: '70x30' } },
  SettlementLate: { bad: { settlement_age_seconds: '110000x30' }, good: { settlement_age_seconds: '100000x30' } },
  SettlementWaits: { bad: { settlement_days_waiting: '1x30' }, good: { settlement_days_waiting: '0x30' } },
  SettlementFar: { bad: { settlement_days_far: '1x30' }, good: { settlement_days_far: '0x30' } },
  ScannerBehind: { bad: { chain_lag_blocks: '0+80x30' }, good: { chain_lag_blocks: '20x30' } },
  ChainUnread: { bad: { chain_read_age_seconds: '0+60x30' }, good: { chain_read_age_seconds: '1x30' } },
  PayoutsWait: { bad: { payout_oldest_seconds: '0+60x30' }, good: { payout_oldest_seconds: '5x30' } },
  PayoutErrored: {
    bad: { payouts_errored: '1x30', withdrawals_errored: '0x30' },
    good: { payouts_errored: '0x30', withdrawals_errored: '0x30' },
  },
  SweepFails: { bad: { sweeps_failed: '0x20 1x10' }, good: { sweeps_failed: '0x30' } },
  SignerRefuses: {
    bad: { 'payout_signer_refusals_total{reason="cap"}': '0x25 1x5' },
    good: { 'payout_signer_refusals_total{reason="cap"}': '3x30' },
  },
  HotWalletShort: {
    bad: { hot_wallet_runway_hours: '500x30', hot_wallet_gas_left: '12x30' },
    good: { hot_wallet_runway_hours: '500x30', hot_wallet_gas_left: '900x30' },
  },
  ReviewWaits: { bad: { withdrawal_oldest_seconds: '90000x30' }, good: { withdrawal_oldest_seconds: '3600x30' } },
  PriceOld: {
    bad: { btc_price_age_seconds: '0+60x30' },
    good: { btc_price_age_seconds: '3x30', btc_price_doubted: '0x30' },
  },
  TipOld: {
    bad: { network_tip_refused: '1x30' },
    good: { network_tip_age_seconds: '3000x30', network_tip_refused: '0x30' },
  },
  PoolSilent: { bad: { pool_payout_age_seconds: '140000x30' }, good: { pool_payout_age_seconds: '90000x30' } },
  MeasuringStopped: { bad: { measured_age_seconds: '0+60x30' }, good: { measured_age_seconds: '40x30' } },
  MailWaits: { bad: { outbox_oldest_seconds: '0+60x30' }, good: { outbox_oldest_seconds: '2x30' } },
  MailGivenUp: { bad: { outbox_given_up: '1x30' }, good: { outbox_given_up: '0x30' } },
  FunnelFull: { bad: { ledger_commands_waiting: '900x30' }, good: { ledger_commands_waiting: '40x30' } },
  AnswersSlow: {
    bad: {
      'http_request_seconds_bucket{le="0.5",route="/"}': '0+10x30',
      'http_request_seconds_bucket{le="2",route="/"}': '0+60x30',
      'http_request_seconds_bucket{le="+Inf",route="/"}': '0+60x30',
    },
    good: {
      'http_request_seconds_bucket{le="0.5",route="/"}': '0+60x30',
      'http_request_seconds_bucket{le="2",route="/"}': '0+60x30',
      'http_request_seconds_bucket{le="+Inf",route="/"}': '0+60x30',
    },
  },
  AnswersFail: {
    bad: {
      'http_request_seconds_count{status="200"}': '0+90x30',
      'http_request_seconds_count{status="503"}': '0+10x30',
    },
    good: {
      'http_request_seconds_count{status="200"}': '0+9990x30',
      'http_request_seconds_count{status="503"}': '0+10x30',
    },
    planned: {
      'http_request_seconds_count{status="503"}': '0+10x30',
      'maintenance{instance="worker"}': '0x20 1x5 0x5',
    },
  },
  FeedsLate: {
    bad: {
      'feed_delivery_seconds_bucket{le="0.1",feed="/ws-miner"}': '0+10x30',
      'feed_delivery_seconds_bucket{le="2",feed="/ws-miner"}': '0+60x30',
      'feed_delivery_seconds_bucket{le="+Inf",feed="/ws-miner"}': '0+60x30',
    },
    good: {
      'feed_delivery_seconds_bucket{le="0.1",feed="/ws-miner"}': '0+60x30',
      'feed_delivery_seconds_bucket{le="2",feed="/ws-miner"}': '0+60x30',
      'feed_delivery_seconds_bucket{le="+Inf",feed="/ws-miner"}': '0+60x30',
    },
  },
  FeedsSkip: { bad: { feed_skipped: '0+900x30' }, good: { feed_skipped: '0+1x30' } },
  GuessingGoesOn: { bad: { security_alarms_total: '0x25 1x5' }, good: { security_alarms_total: '4x30' } },
  LogLost: { bad: { log_lines_lost: '0x25 9x5' }, good: { log_lines_lost: '9x30' } },
};

/** What a rule keeps of its figure's labels. */
const LABELS: Record<string, Record<string, string>> = {
  ProductDown: { job: 'minerx' },
  SignerRefuses: { reason: 'cap' },
  FeedsLate: { feed: '/ws-miner' },
};

test('every rule has a figure that it tells of, and one that it does not', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(Object.keys(FIRED_BY).toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
});

const promtool = (args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
const isThere = promtool(['--version']).status === 0;

// Prometheus' own tool, of Debian's package `prometheus`.
test.skipIf(!isThere)('Prometheus fires each of them, and none without cause', () => {
  const tests = rules.flatMap(({ name, severity, summary }) =>
    Object.entries(FIRED_BY[name]!).map(([kind, figures]) => ({
      interval: '1m',
      input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
      alert_rule_test: [
        {
          eval_time: '30m',
          alertname: name,
          exp_alerts:
            kind === 'bad' ? [{ exp_labels: { ...LABELS[name], severity }, exp_annotations: { summary } }] : [],
        },
      ],
    })),
  );
  expect(tests).toHaveLength(2 * rules.length + 1);
  const file = join(mkdtempSync(join(tmpdir(), 'minerx-alerts-')), 'tests.json');
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = promtool(['test', 'rules', file]);
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});
