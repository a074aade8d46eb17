/**
 * Day month year - hour:minute am/pm (specification §2), in the order and the words of the language: English has am and pm, the
 * others the clock of their own.
 */
export function usedDate(tag: string, at: string | Date): string {
  const time = new Date(at);
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' }).format(time);
  const hour12 = tag.startsWith('en') || undefined;
  const hour = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hour12 }).format(time);
  // Some versions of Intl write AM and PM.
  return `${day} - ${hour12 ? hour.toLowerCase() : hour}`;
}
