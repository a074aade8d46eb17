/** What a ticket may be about (specification §4), by the wire's numbers. */
export const TICKET_CATEGORIES = [
  { id: 1, name: 'payment' },
  { id: 2, name: 'account' },
  { id: 3, name: 'error' },
  { id: 4, name: 'login' },
  { id: 5, name: 'others' },
] as const;

export type TicketCategoryName = (typeof TICKET_CATEGORIES)[number]['name'];

export const TICKET_OPEN = 1;
export const TICKET_CLOSED = 9;

/** Characters (UTF-16 units) of a question or a message. */
export const TICKET_TEXT_MAX = 2000;

/** Bytes of an image as it is sent. */
export const TICKET_IMAGE_BYTES_MAX = 5 * 1024 * 1024;

/** What an image may be; anything else is refused by its content, whatever it says of itself. */
export const TICKET_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** The name of a category; one that nobody knows counts as the last. */
export const ticketCategoryName = (id: number): TicketCategoryName =>
  TICKET_CATEGORIES.find((category) => category.id === id)?.name ?? 'others';

/** Only an open ticket takes messages. */
export const takesMessages = (status: number): boolean => status === TICKET_OPEN;

/** A message says something: words, an image, or both. */
export const saysSomething = (text: string, hasImage: boolean): boolean => text.trim() !== '' || hasImage;

/** Whether a message comes from the support team: theirs carry the number of an operator (specification §6). */
export const isFromSupport = (adminId: number): boolean => adminId !== 0;

/** Characters that nobody sees and that turn the direction of what is read, so that a message says other than it shows. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** One kind of line end, nothing unseen, no blanks around: forms send CR LF, keyboards LF. */
export const tidyTicketText = (text: string): string => text.replace(UNSEEN, '').replace(/\r\n?/g, '\n').trim();
