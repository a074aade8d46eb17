import { describe, expect, it } from 'vitest';
import {
  isFromSupport,
  saysSomething,
  takesMessages,
  TICKET_CATEGORIES,
  TICKET_CLOSED,
  TICKET_OPEN,
  ticketCategoryName,
  tidyTicketText,
} from './ticket.ts';

describe('a support ticket', () => {
  // proves 4: ticket 1 Open, 9 Closed, five categories
  it('is about one of five things, numbered from 1', () => {
    expect(TICKET_CATEGORIES.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(ticketCategoryName(4)).toBe('login');
    expect(ticketCategoryName(99)).toBe('others');
  });

  it('takes messages while it is open', () => {
    expect(takesMessages(TICKET_OPEN)).toBe(true);
    expect(takesMessages(TICKET_CLOSED)).toBe(false);
    expect(takesMessages(0)).toBe(false);
  });

  it('takes words, an image or both, but never nothing', () => {
    expect(saysSomething('Hello', false)).toBe(true);
    expect(saysSomething('', true)).toBe(true);
    expect(saysSomething(' \n ', false)).toBe(false);
  });

  it('shows messages of operators as Customer Support', () => {
    expect(isFromSupport(0)).toBe(false);
    expect(isFromSupport(7)).toBe(true);
  });

  it('keeps one kind of line end and no blanks around', () => {
    expect(tidyTicketText('  one\r\ntwo\rthree\n')).toBe('one\ntwo\nthree');
  });

  it('holds nothing unseen: no marks that turn the direction, nothing of no width', () => {
    expect(tidyTicketText('pay\u202e001 \u200bTDSU\u2069 \ufeff')).toBe('pay001 TDSU');
    expect(tidyTicketText('\u200b\u200e\u2060')).toBe('');
    expect(tidyTicketText('👩\u200d🔧')).toBe('👩\u200d🔧');
  });
});
