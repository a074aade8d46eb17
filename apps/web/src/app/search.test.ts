import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

describe('the address bar', () => {
  it.each(['12E45678', '1e5', '00123456', '9007199254740993', 'DEMO2026', 'null', '0x1F', '{"a":1}', '"'])(
    'keeps the code %s as the text that it is',
    (inviteCode) => {
      expect(parseSearch(`?inviteCode=${encodeURIComponent(inviteCode)}`)).toEqual({ inviteCode });
    },
  );

  it('reads the number of a page', () => {
    expect(parseSearch('?page=12')).toEqual({ page: 12 });
  });

  it.each([{ find: '123' }, { find: '12E45678' }, { find: '"quoted"' }, { find: 'a&b=c d' }, { page: 3 }, {}])(
    'reads %j as it was written',
    (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    },
  );
});
