import type { ResultOf } from '@minerx/contract/call';
import { systemMaintenance } from '@minerx/contract/system';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import type { LanguageCode } from '../../i18n/languages.ts';

const ASK_AGAIN_MS = 20_000;

/** Whether maintenance is still on, asked again while the screen is open. */
export const useMaintenance = () =>
  useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => request(systemMaintenance, { signal }),
    staleTime: 0,
    refetchInterval: ASK_AGAIN_MS,
  });

/** A field in one language, in English where that variant is empty; empty when the operator wrote neither. */
export function inLanguage(
  maintenance: ResultOf<typeof systemMaintenance>,
  field: 'under_maintenance_title' | 'under_maintenance_message',
  language: LanguageCode,
): string {
  const texts: Record<string, unknown> = maintenance;
  const own = texts[`${field}_${language}`];
  const base = texts[field];
  return [own, base].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '';
}
