import { DAY_MS } from '@minerx/rules/duration';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { checkAuditLog } from '../../jobs/integrity.ts';
import { holds, listAudit } from '../../modules/integrity/audit-log.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem } from '../command.ts';
import { counted } from '../counted.ts';

export const auditCommands = [
  defineOperatorCommand({
    name: 'audit list',
    grant: GRANTS.finance,
    summary: `Who did what to what, when and why: the newest ${LIST_ROWS} lines of the audit log.`,
    flags: {
      actor: { hint: 'operator:<email>, member:<number> or job:<name>', kind: 'text' },
      action: { hint: 'withdrawal.approve', kind: 'text' },
      subject: { hint: 'withdrawal:<id>', kind: 'text' },
      from: { hint: 'first UTC day', kind: 'day' },
      to: { hint: 'last UTC day', kind: 'day' },
    },
    run: async ({ context, print }, { actor, action, subject, from, to }) => {
      const since = from === undefined ? undefined : new Date(from);
      const until = to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS);
      const rows = await listAudit(context.pool, { actor, action, subject, since, until });
      for (const row of rows.slice(0, LIST_ROWS)) {
        const mark = holds(row) ? '' : ' BROKEN';
        print(`${row.id} ${row.at.toISOString().slice(0, 19)} ${row.actor} ${row.action} ${row.subject}${mark}`);
        print(`    ${[row.reason, JSON.stringify(row.detail)].filter(Boolean).join('; ')}`);
      }
      if (rows.length === 0) print('Nothing of the kind was done.');
    },
  }),
  defineOperatorCommand({
    name: 'audit verify',
    grant: GRANTS.finance,
    isLong: true,
    summary: 'Walks the whole chain of the audit log, and looks for every line that was noted outside of the database.',
    flags: {},
    run: async ({ context, print, progress }) => {
      const { anchors, lines, outcome } = await checkAuditLog(context, progress);
      const { examples, violations } = outcome;
      for (const broken of examples) print(`Broken: ${broken}`);
      if (violations > 0n) throw new OperatorProblem(`The log does not hold: ${counted(violations, 'row')} broken.`);
      print(`Unbroken: ${counted(lines, 'line')}, ${anchors} noted outside.`);
    },
  }),
];
