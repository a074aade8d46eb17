import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSummary } from './cgminer-summary.ts';

const status = '"STATUS":[{"STATUS":"S","When":1795159387,"Code":11,"Msg":"Summary","Description":"bmminer"}]';
const answer = (fields: string): string => `{${status},"SUMMARY":[{${fields}}],"id":1}`;

/** The answer of the real cgminer 4.11.1 to `{"command":"summary"}`. */
const recorded = (): string => {
  const path = new URL('../../../../../simulators/fixtures/cgminer-4.11.1-transcript.txt', import.meta.url);
  const lines = readFileSync(path, 'utf8').split('\n');
  const line = lines[lines.indexOf(`REQ b'{"command":"summary"}'`) + 2]!;
  return line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1);
};

const figures = (text: string) => {
  const outcome = readSummary(text);
  if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
  return outcome.summary;
};

describe('a summary', () => {
  it('of the real cgminer is read without repairs', () => {
    expect(figures(recorded())).toEqual({
      instantThs: 0,
      counterHashes: 0n,
      counterAttested: false,
      elapsedS: 20,
      accepted: 0,
      rejected: 0,
      lastShareAt: null,
      repairs: [],
    });
  });

  it.each([
    [
      'cgminer',
      '"Elapsed":60,"MHS av":73000000.00,"MHS 5s":74123456.78,"MHS 1m":73900000.00,"Total MH":4447407406.8000',
      74.12345678,
    ],
    ['Antminer with text', '"Elapsed":60,"GHS 5s":"74123.45","GHS av":73900.00,"Total MH":4447407406', 74.12345],
    ['Antminer just started', '"Elapsed":6,"GHS 5s":"","GHS av":70.5,"Total MH":444', 0.0705],
    ['BOSminer', '"Elapsed":60,"MHS 1m":74000000,"MHS av":73000000,"Total MH":1', 74],
    ['an Avalon of before', '"Elapsed":60,"MHS 30s":74000000,"MHS 1m":1,"Total MH":1', 74],
    ['LuxOS', '"Elapsed":60,"GHS 1m":74000,"GHS av":1,"Total MH":1', 74],
    ['bfgminer', '"Elapsed":60,"MHS 20s":74000000.5,"Total MH":1', 74.0000005],
    ['AvalonMiner', '"Elapsed":60,"GHSmm":74000.00,"MHS av":1.00,"Total MH":1', 74],
    ['infinite average', '"Elapsed":60,"MHS 5s":"inf","MHS 1m":74000000,"Total MH":1', 74],
  ])('of %s gives TH/s', (_, fields, ths) => {
    expect(figures(answer(fields)).instantThs).toBeCloseTo(ths, 8);
  });

  it('counts whole MH as hashes', () => {
    expect(figures(answer('"Elapsed":1,"MHS 5s":1,"Total MH":4447407406.8000')).counterHashes).toBe(4447407406000000n);
    expect(figures(answer('"Elapsed":1,"MHS 5s":1')).counterHashes).toBeNull();
    expect(figures(answer('"Elapsed":1,"MHS 5s":1,"Total MH":"nan"')).counterHashes).toBeNull();
    expect(figures(answer('"Elapsed":1,"MHS 5s":1,"Total MH":-5')).counterHashes).toBeNull();
    expect(figures(answer('"Elapsed":1,"MHS 5s":1,"Total MH":"4.447407406800E+09"')).counterHashes).toBe(
      4447407406000000n,
    );
    // Half of what the rate of now would have made: the rate was another before, and nothing says an average.
    expect(figures(answer('"Elapsed":1000,"MHS 5s":76000000,"Total MH":38000000000')).counterHashes).toBe(
      38000000000000000n,
    );
  });

  const clean = answer(
    '"Elapsed":60,"MHS av":73000000.00,"MHS 5s":74000000.00,"Total MH":4440000000.0000,"Note":"a}{b ,} inf"',
  );
  it.each([
    ['missing-comma', clean.replace('}],"SUMMARY', '}]"SUMMARY')],
    ['missing-comma', clean.replace('"SUMMARY"', '"EXTRA":[{"a":1}{"b":2}],"SUMMARY"')],
    ['trailing-comma', clean.replace('}],"id"', ',}],"id"')],
    ['leading-comma', `,${clean}`],
    ['leading-comma', clean.replace('"SUMMARY":[{', '"SUMMARY":[,{')],
    ['raw-newline', clean.replace('a}{b', 'a\n}{b')],
    ['doubled-quote', clean.replace(',"Note"', ',""Note"')],
    ['not-a-number', clean.replace('"MHS av":73000000.00', '"MHS av":inf')],
    ['not-a-number', clean.replace('"MHS av":73000000.00', '"MHS av":-nan')],
    ['number-as-text', clean.replace('"MHS 5s":74000000.00', '"MHS 5s":"74000000.00"')],
  ])('is repaired by name: %s', (name, broken) => {
    expect(broken).not.toBe(clean);
    const { instantThs, repairs } = figures(broken);
    expect(instantThs).toBe(74);
    expect(repairs).toEqual([name]);
  });

  it.each([
    ['stands at 0', '"Elapsed":3600,"MHS av":74000000,"MHS 5s":74000000,"Total MH":0'],
    ['counts TH', '"Elapsed":3600,"GHS 5s":74000,"Total MH":266400.5'],
    ['went over its end', '"Elapsed":3600,"MHS av":74000000,"MHS 5s":74000000,"Total MH":123456789'],
  ])('with a counter that %s beside a live rate has none', (_, fields) => {
    expect(figures(answer(fields))).toMatchObject({ counterHashes: null, repairs: ['counter-contradicted'] });
  });

  it('of a Whatsminer has its figures in the message, and its refusal in the status', () => {
    const fields = '"Elapsed":60,"MHS av":74000000,"MHS 5s":74000000,"Total MH":4440000000';
    expect(figures(`{"STATUS":"S","When":1,"Code":131,"Msg":{${fields}},"Description":""}`)).toMatchObject({
      instantThs: 74,
      counterHashes: 4_440_000_000_000_000n,
    });
    expect(readSummary('{"STATUS":"E","When":1,"Code":45,"Msg":"permission denied"}')).toMatchObject({
      reason: 'denied',
    });
  });

  it('that stopped in the middle is never repaired, wherever it stopped', () => {
    for (const whole of [clean, recorded(), clean.replace('}],"SUMMARY', '}]"SUMMARY')]) {
      for (let length = 0; length < whole.length; length++) {
        expect(readSummary(whole.slice(0, length))).toMatchObject({ ok: false, reason: 'truncated' });
      }
    }
  });

  it('with an error status is a refusal', () => {
    const text = '{"STATUS":[{"STATUS":"E","When":1,"Code":45,"Msg":"Access denied"}],"id":1}';
    expect(readSummary(text)).toEqual({ ok: false, reason: 'denied', detail: 'code 45: Access denied' });
  });

  it.each([
    ['text that is no JSON', 'hello'],
    ['a list', '[1]'],
    ['no SUMMARY', `{${status},"id":1}`],
    ['no hashrate', answer('"Elapsed":60')],
    ['no Elapsed', answer('"MHS 5s":74000000')],
    ['units mixed up', answer('"Elapsed":60,"GHS 5s":74000000')],
    ['a negative hashrate', answer('"Elapsed":60,"MHS 5s":-1')],
  ])('with %s cannot be read', (_, text) => {
    expect(readSummary(text)).toMatchObject({ ok: false, reason: 'parse' });
  });

  it('never throws, whatever a device sends', () => {
    const noise = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => `{${status},"SUMMARY":${text}`),
    );
    fc.assert(
      fc.property(noise, (text) => void readSummary(text)),
      { numRuns: 2000 },
    );
  });
});
