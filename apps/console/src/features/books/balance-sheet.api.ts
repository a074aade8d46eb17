import { operatorBalanceSheet } from '@minerx/contract/operator/balance-sheet';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../base/api.ts';

/** Shown in full on its own page, and by asset on that of health. */
export const balanceSheetQuery = queryOptions({
  queryKey: ['balance-sheet'],
  queryFn: () => request(operatorBalanceSheet),
  refetchInterval: 60_000,
});
