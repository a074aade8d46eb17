import type { ResultOf } from '@minerx/contract/call';
import { MAX_FILE_BYTES, operatorActions, operatorRun, titled } from '@minerx/contract/operator/action';
import {
  operatorAccept,
  operatorInvitation,
  operatorSession,
  operatorSignIn,
  operatorSignOut,
  operatorStepUp,
} from '@minerx/contract/operator/session';
import type { Context } from '../context.ts';
import { perMinute } from '../http/limit.ts';
import { addRoute, shownFactor, type Api } from '../http/route.ts';
import { acceptInvitation, openInvitation } from '../modules/operator/operator.command.ts';
import { clearOperatorCookie, setOperatorCookie } from '../modules/operator/operator.cookie.ts';
import { countRecoveryCodes } from '../modules/operator/operator.query.ts';
import {
  OPERATOR_IDLE_MS,
  operatorAccount,
  signInOperator,
  signOutOperator,
  steppedUpUntil,
  stepUpOperator,
} from '../modules/operator/operator-sign-in.command.ts';
import { findKnownDevice, markDevice } from '../http/device-cookie.ts';
import { refuse } from '../refusal.ts';
import { addOperatorKeyRoutes } from './people/keys.route.ts';
import { addOperatorPasskeyRoutes, operatorOrigin } from './people/passkeys.route.ts';
import { OPERATOR_COMMANDS } from './catalogue.ts';
import { lookAtFreeze } from './desk/desk.ts';
import { addAuditDesk } from './desk/audit.desk.ts';
import { addBalanceSheetDesk } from './desk/books/balance-sheet.desk.ts';
import { addHealthDesk } from './desk/books/health.desk.ts';
import { addCatalogueDesk } from './desk/catalogue/catalogue.desk.ts';
import { addDepositDesk } from './desk/deposit.desk.ts';
import { addDeviceDesk } from './desk/mining/device.desk.ts';
import { addFulfilmentDesk } from './desk/fulfilment.desk.ts';
import { addMemberDesk } from './desk/member.desk.ts';
import { addListFile } from './desk/list-file.desk.ts';
import { addNftDesk } from './desk/nft.desk.ts';
import { addOutboxDesk } from './desk/outbox.desk.ts';
import { addTranslationDesk } from './desk/news/translation.desk.ts';
import { addNewsDesk } from './desk/news/news.desk.ts';
import { addFleetDesk } from './desk/mining/fleet.desk.ts';
import { addSettlementDesk } from './desk/mining/settlement.desk.ts';
import { addPriceDesk } from './desk/offers/price.desk.ts';
import { addPrizeDesk } from './desk/offers/prize.desk.ts';
import { addVoucherDesk } from './desk/offers/voucher.desk.ts';
import { addTicketDesk } from './desk/ticket.desk.ts';
import { addWaitingDesk } from './desk/waiting.desk.ts';
import { addWithdrawalDesk } from './desk/withdrawal.desk.ts';
import { addWorkDesk } from './long-work/work.desk.ts';
import { isForConsole, mayDo, type OperatorCommand } from './command.ts';
import { USAGE } from './read-flags.ts';
import { mustShowFactor, requireAllowed, runAction } from './run-action.ts';
import { addPictureUpload } from './news/picture.route.ts';
import { addTicketReply } from './people/ticket-reply.route.ts';

/** What was wrong, by the fields of a page; how it is typed at the shell is nothing for whoever sees them. */
const inConsole = ({ flags }: OperatorCommand, lines: readonly string[]): string[] =>
  lines
    .filter((line) => !line.startsWith(USAGE))
    .map((line) =>
      line.replace(/--([a-z-]+)/g, (typed, name: string) => (name in flags ? `“${titled(name)}”` : typed)),
    );

type Action = ResultOf<typeof operatorActions>['actions'][number];

const CONSOLE_COMMANDS = OPERATOR_COMMANDS.filter(isForConsole);

/** Whoever asks over the network names no file of ours. */
const withoutPaths = ({ flags }: OperatorCommand, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => flags[name] !== undefined && flags[name].kind !== 'path'),
  );

/**
 * The console's calls. Sign-in and actions stand on the connections of requests; an action itself runs on those of jobs and
 * operators, as at the shell.
 * @param actions the context of the actions
 */
export const addOperatorRoutes = (api: Api, actions: Context): void => {
  const { context } = api;
  const { env } = context;

  addRoute(api, operatorSignIn, { limit: perMinute(60) }, async ({ body, request, reply }) => {
    const from = operatorOrigin(request);
    const account = operatorAccount(body.email);
    const deviceId = findKnownDevice(context, request, account);
    setOperatorCookie(env, reply, await signInOperator(context, { ...body, deviceId }, from));
    markDevice(context, request, reply, account);
    return {};
  });

  addRoute(api, operatorSignOut, { limit: perMinute(60) }, async ({ operator, reply }) => {
    await signOutOperator(context, operator);
    clearOperatorCookie(env, reply);
    return {};
  });

  addRoute(api, operatorSession, { limit: perMinute(240) }, async ({ operator }) => {
    const now = context.expiryClock.now();
    return {
      email: operator.email,
      name: operator.name,
      role: operator.role,
      idle_at: new Date(now + OPERATOR_IDLE_MS).toISOString(),
      stepped_up_until: steppedUpUntil(operator, now)?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(context.pool, operator.operatorId),
      frozen: await lookAtFreeze(context),
    };
  });

  addRoute(api, operatorStepUp, { limit: perMinute(30) }, async ({ operator, body }) => ({
    stepped_up_until: (await stepUpOperator(context, operator, body.factor)).toISOString(),
  }));

  addInvitationRoutes(api);
  addOperatorPasskeyRoutes(api);
  addOperatorKeyRoutes(api);

  addRoute(api, operatorActions, { limit: perMinute(120) }, async ({ operator }) => ({
    actions: CONSOLE_COMMANDS.filter((action) => mayDo(operator.role, action)).map(presentAction),
  }));

  addDesks(api);
  addTicketReply(api, actions);
  addPictureUpload(api, actions);
  addRun(api, actions);
};

/** Lists and pages, which only look; lists before the file that takes one along. */
const addDesks = (api: Api): void => {
  addWithdrawalDesk(api);
  addNftDesk(api);
  addMemberDesk(api);
  addDepositDesk(api);
  addDeviceDesk(api);
  addFleetDesk(api);
  addTicketDesk(api);
  addAuditDesk(api);
  addWorkDesk(api);
  addWaitingDesk(api);
  addHealthDesk(api);
  addBalanceSheetDesk(api);
  addSettlementDesk(api);
  addFulfilmentDesk(api);
  addVoucherDesk(api);
  addPriceDesk(api);
  addPrizeDesk(api);
  addNewsDesk(api);
  addTranslationDesk(api);
  addCatalogueDesk(api);
  addOutboxDesk(api);
  addListFile(api);
};

const presentAction = ({ name, grant, summary, flags }: OperatorCommand): Action => ({
  name,
  summary,
  money: grant.isMoney ?? false,
  fields: Object.entries(flags).flatMap(([field, { hint, kind, options, required = false }]) =>
    kind === 'path' ? [] : [{ name: field, hint, kind, required, ...(options && { options: [...options] }) }],
  ),
});

/** Does one action, once under its key. */
const addRun = (api: Api, actions: Context): void => {
  const { context } = api;
  addRoute(
    api,
    operatorRun,
    { limit: perMinute(240), bodyBytes: MAX_FILE_BYTES },
    async ({ operator, body, idempotencyKey, request }) => {
      const command = CONSOLE_COMMANDS.find(({ name }) => name === body.name);
      if (command === undefined) return refuse('err_not_found');
      // Before the key is taken: who has to show the second factor first presses again under the same key.
      requireAllowed(operator, command);
      if (mustShowFactor(context, operator, command))
        await context.operators.requireFactor(operator, shownFactor(request, operatorRun, idempotencyKey));
      const typed = withoutPaths(command, body.values);
      const asked = { context: actions, operator, command, typed, key: idempotencyKey, mayLeave: true as const };
      const { outcome, lines, field, work } = await runAction(asked);
      return {
        outcome,
        lines: outcome === 'refused' ? inConsole(command, lines) : [...lines],
        ...(field !== undefined && { field }),
        ...(work !== undefined && { work }),
      };
    },
  );
};

const addInvitationRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, operatorInvitation, { limit: perMinute(30) }, async ({ query }) => {
    const { email, name, role, secret, url } = await openInvitation(context, query.id);
    return { email, name, role, totp_secret: secret, totp_url: url };
  });

  addRoute(api, operatorAccept, { limit: perMinute(30) }, async ({ body }) => {
    const { id: token, password, factor } = body;
    return { recovery_codes: await acceptInvitation(context, { token, password, factor }) };
  });
};
