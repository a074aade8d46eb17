/** SQL, behind a FROM: the mark `k` of an account that comes next, at a movement or behind it; nulls where none does. */
export const NEXT_MARK = (account: string, id: string, onlyIf = 'true'): string => `
  LEFT JOIN LATERAL (SELECT m.transfer_id, m.balance FROM balance_mark m
                      WHERE m.account = ${account} AND m.transfer_id >= ${id} AND ${onlyIf} ORDER BY m.transfer_id LIMIT 1) k ON true`;
