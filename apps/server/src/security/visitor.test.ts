import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visitorOf } from './visitor.ts';

describe('a visitor', () => {
  it('is an IPv4 address, also where it comes in the form of an IPv6 one', () => {
    expect(visitorOf('203.0.113.9')).toEqual({ network: '203.0.113.9', site: null });
    expect(visitorOf('::ffff:203.0.113.9')).toEqual({ network: '203.0.113.9', site: null });
  });

  it('is the /64 of an IPv6 address, however it is spelt', () => {
    const same = ['2001:db8::1', '2001:db8:0:0:1::', '2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8::5%eth0'];
    for (const address of same)
      expect([address, visitorOf(address)]).toEqual([
        address,
        { network: '2001:db8:0:0::/64', site: '2001:db8:0::/48' },
      ]);
    expect(visitorOf('2001:db8:0:1::1').network).not.toBe(visitorOf('2001:db8::1').network);
    expect(visitorOf('2001:db8:0:1::1').site).toBe(visitorOf('2001:db8::1').site);
    expect(visitorOf('::1').network).toBe('0:0:0:0::/64');
  });

  it('is one and the same for everything that is no address', () => {
    for (const junk of ['', 'x1', '<script>', '1.2.3', '999.1.1.1', '::ffff:1.2.3', '64:ff9b::1.2.3.4'])
      expect([junk, visitorOf(junk).network]).toEqual([junk, 'unknown']);
  });

  it('stays the same whatever stands in the last 64 bits', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const text = (list: number[]): string => list.map((group) => group.toString(16)).join(':');
        expect(visitorOf(text([...one.slice(0, 4), ...other.slice(4)]))).toEqual(visitorOf(text(one)));
      }),
    );
  });
});
