import { operatorBalanceSheet, type BalanceSheetAsset } from '@minerx/contract/operator/balance-sheet';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { isIssuedByUs, WALLETS, type WalletId } from '@minerx/rules/wallet';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { listBalanceSheet } from '../../../modules/integrity/balance-sheet.query.ts';
import type { SheetLine } from '../../../modules/integrity/balance-sheet.ts';
import { simulatedChainOf, type Outside } from '../../../outside/outside.ts';
import { iso, requireLook } from '../desk.ts';

type Line = Awaited<ReturnType<typeof listBalanceSheet>>[number];
type Place = Exclude<SheetLine, 'members' | 'held'>;

const isPlace = (line: SheetLine): line is Place => line !== 'members' && line !== 'held';
const sumOf = (lines: readonly Line[]): bigint => lines.reduce((sum, { units }) => sum + units, 0n);

const presentAsset = (
  walletId: WalletId,
  name: string,
  lines: readonly Line[],
  outside: Outside,
): BalanceSheetAsset => {
  const simulatedChain = simulatedChainOf(outside);
  const of = (line: SheetLine): bigint => sumOf(lines.filter((each) => each.line === line));
  const places = lines.filter(({ line }) => isPlace(line));
  const assets = sumOf(places);
  return {
    wallet: name,
    issued_by_us: isIssuedByUs(walletId),
    members: formatUnits(of('members')),
    held: formatUnits(of('held')),
    assets: formatUnits(assets),
    difference: formatUnits(assets - of('members') - of('held')),
    places: places.map(({ line, networkId, units, chainUnits, comparedAt, differences }) => ({
      place: line as Place,
      network: networkId === null ? null : networkLabel(networkId),
      books: formatUnits(units),
      chain: chainUnits === null ? null : formatUnits(chainUnits),
      compared_at: iso(comparedAt),
      differences,
      simulated: networkId === null ? outside.pool.simulated : simulatedChain(networkId) !== null,
    })),
  };
};

export const addBalanceSheetDesk = (api: Api): void => {
  const { context } = api;
  const { pool, outside } = context;
  addRoute(api, operatorBalanceSheet, { limit: perMinute(60) }, async ({ operator }) => {
    await requireLook(context, operator, 'integrity check', {});
    const lines = await listBalanceSheet(pool);
    return {
      at: iso(lines[0]?.at ?? null),
      assets: WALLETS.map(({ id, name }) =>
        presentAsset(
          id,
          name,
          lines.filter(({ walletId }) => walletId === id),
          outside,
        ),
      ),
    };
  });
};
