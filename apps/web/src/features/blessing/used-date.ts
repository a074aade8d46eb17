/** Day month year - hour:minute am/pm (specification §2), in the order and the words of the language. */
export function usedDate(tag: string, at: string | Date): string {
  const time = new Date(at);
  // English as most of the world writes it: the day comes first.
  const locale = tag === 'en' ? 'en-GB' : tag;
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(time);
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: true })
    .formatToParts(time)
    .map(({ type, value }) => (type === 'dayPeriod' ? value.toLocaleLowerCase(locale) : value))
    .join('');
  return `${day} - ${hour}`;
}
