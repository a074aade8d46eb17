import type { Server } from 'node:http';
import type { Server as DeviceServer } from 'node:net';
import { malformations, type AnswerFault, type Malformation } from './answer-faults.ts';
import { claim, claimedAt, claimKinds, type ClaimKind, type Claims } from './claims.ts';
import {
  addOutage,
  hashesBetween,
  hashesWhileUp,
  outagesBetween,
  restartMs,
  stateAt,
  type DeviceModel,
} from './device-model.ts';
import { dialects, type Dialect } from './dialects.ts';
import { setClock, timeOf } from '../program/control.ts';
import { createJsonServer, fields, Refused, type Question } from '../program/json-http.ts';
import type { VirtualClock } from '../program/virtual-clock.ts';

export type FleetDevice = {
  model: DeviceModel;
  host: string;
  port: number;
  fault: AnswerFault | null;
  claims: Claims | null;
  dialect: Dialect;
  /** Requests so far. */
  asked: number;
  /** The machine that answers at this address when it is not its own. */
  answersAs: FleetDevice | null;
  server: DeviceServer;
};

/**
 * The control port of the fleet, for tests and the demo:
 *
 *   GET  /devices                          [{serial, host, port, up}]
 *   POST /devices  {serials, born?}        adds devices, answers their addresses
 *   GET  /truth?serial&from&to&step        {hashes, outages}: exact; with a step in ms also what it does in each while it is up
 *   GET  /clock, POST /clock {at, running} virtual time; `at: null` goes back to real time
 *   POST /fault    {serial, kind, …}       serial may be "*"; kinds: restart, outage {from, to}, truncated,
 *                                          malformed {how}, slow {ms}, no-nul, stays-open, silent, closed, dribble {ms}, half-number,
 *                                          huge, refused, none; `times` and `every` optional. port-closed: takes no connection any more.
 *                                          What it claims: exchanged {ranS}, elapsed-restarts, device-clock {seconds}, counter-resets,
 *                                          counter-times {factor}, counter-leaps {mh}
 *   POST /twin     {serial, of}            another machine of the fleet answers at this one's address too; `of: null` ends it
 *   POST /dialect  {serial, dialect}       the firmware's way to say it; see dialects.ts
 */
export const createFleetControl = (house: {
  fleet: Map<string, FleetDevice>;
  clock: VirtualClock;
  addDevices(serials: string[], bornAtMs?: number): Promise<FleetDevice[]>;
}): Server => {
  const { fleet, clock } = house;

  const describe = (device: FleetDevice): unknown => ({
    serial: device.model.serial,
    host: device.host,
    port: device.port,
    up: stateAt(device.model, clock.now()).up,
  });

  const add = async (body: unknown): Promise<unknown> => {
    const { serials, born } = fields(body);
    if (!Array.isArray(serials) || !serials.every((s) => typeof s === 'string' && s.length > 0)) {
      throw new Refused(400, { error: 'serials: a list of texts' });
    }
    const added = await house.addDevices(serials as string[], born === undefined ? undefined : timeOf(born));
    return added.map(describe);
  };

  const truth = (query: URLSearchParams): unknown => {
    const device = fleet.get(query.get('serial') ?? '');
    if (!device) throw new Refused(404, { error: 'no such serial' });
    const from = timeOf(query.get('from'));
    const to = timeOf(query.get('to'));
    const outages = outagesBetween(device.model, from, to);
    const told = { serial: device.model.serial, hashes: hashesBetween(device.model, from, to).toString(), outages };
    const step = Number(query.get('step') ?? 0);
    if (!(step > 0)) return told;
    const steps = Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step);
    return { ...told, steps: steps.map((at) => hashesWhileUp(device.model, at, at + step).toString()) };
  };

  const setFault = (body: unknown): unknown => {
    const input = fields(body);
    const chosen = input['serial'] === '*' ? [...fleet.values()] : [fleet.get(String(input['serial']))];
    for (const device of chosen) {
      if (!device) throw new Refused(404, { error: 'no such serial' });
      if (input['kind'] === 'restart') addOutage(device.model, clock.now(), clock.now() + restartMs);
      else if (input['kind'] === 'outage') addOutage(device.model, timeOf(input['from']), timeOf(input['to']));
      else if (input['kind'] === 'port-closed') device.server.close();
      else {
        const kind = claimKinds.find((name) => name === input['kind']);
        if (kind === undefined) device.fault = answerFaultOf(input);
        else device.claims = claimOf(kind, device, clock.now(), input);
      }
    }
    return { devices: chosen.length };
  };

  const answers: Record<string, (question: Question) => unknown> = {
    'GET /devices': () => [...fleet.values()].map(describe),
    'POST /devices': ({ body }) => add(body),
    'GET /truth': ({ query }) => truth(query),
    'GET /clock': () => ({ now: new Date(clock.now()).toISOString() }),
    'POST /clock': ({ body }) => setClock(clock, body),
    'POST /fault': ({ body }) => setFault(body),
    'POST /twin': ({ body }) => setTwin(fleet, body),
    'POST /dialect': ({ body }) => setDialect(fleet, body),
  };
  return createJsonServer(async (question: Question) => {
    const answer = answers[`${question.method} ${question.path}`];
    return answer === undefined ? { status: 404, body: { error: 'unknown path' } } : { body: await answer(question) };
  });
};

const claimOf = (
  kind: ClaimKind,
  { model, claims }: FleetDevice,
  now: number,
  input: Record<string, unknown>,
): Claims => claim(kind, claimedAt(model, stateAt(model, now), now, claims), now, input);

type Fleet = ReadonlyMap<string, FleetDevice>;

const setTwin = (fleet: Fleet, body: unknown): unknown => {
  const { serial, of } = fields(body);
  const device = fleet.get(String(serial));
  const other = typeof of === 'string' ? fleet.get(of) : null;
  if (!device || other === undefined) throw new Refused(404, { error: 'no such serial' });
  device.answersAs = other;
  return { serial: device.model.serial, of: other?.model.serial ?? null };
};

const setDialect = (fleet: Fleet, body: unknown): unknown => {
  const input = fields(body);
  const dialect = dialects.find((name) => name === input['dialect']);
  const device = fleet.get(String(input['serial']));
  if (!device) throw new Refused(404, { error: 'no such serial' });
  if (dialect === undefined) throw new Refused(400, { error: `dialect: one of ${dialects.join(', ')}` });
  device.dialect = dialect;
  return { serial: device.model.serial, dialect };
};

const answerFaultOf = (input: Record<string, unknown>): AnswerFault | null => {
  const often = (key: 'times' | 'every'): object => (input[key] === undefined ? {} : { [key]: Number(input[key]) });
  const times: { times?: number; every?: number } = { ...often('times'), ...often('every') };
  const ms = Number(input['ms'] ?? 20);
  switch (input['kind']) {
    case 'none':
      return null;
    case 'truncated':
    case 'no-nul':
    case 'stays-open':
    case 'silent':
    case 'closed':
    case 'half-number':
    case 'huge':
    case 'refused':
      return { kind: input['kind'], ...times };
    case 'slow':
    case 'dribble':
      return { kind: input['kind'], ms, ...times };
    case 'malformed': {
      const how = malformations.find((name) => name === input['how']) as Malformation | undefined;
      if (how) return { kind: 'malformed', how, ...times };
    }
  }
  throw new Refused(400, { error: 'unknown fault' });
};
