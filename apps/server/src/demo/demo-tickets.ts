import { readFileSync } from 'node:fs';
import type { Context } from '../context.ts';
import { closeTicket, replyToTicket } from '../modules/ticket/ticket-desk.command.ts';
import { openTicket, readTicket, sendMessage } from '../modules/ticket/ticket.command.ts';
import { DEMO_ACTOR, type DemoEvent } from './demo-plan.ts';

interface Line {
  /** Hours before the demo's last moment. */
  hoursBefore: number;
  from: 'member' | 'support';
  text: string;
}

interface Conversation {
  category: number;
  /** The first opens the ticket. */
  lines: readonly [Line, ...Line[]];
  closedHoursBefore?: number;
}

/** One settled and closed, one with an answer that the demo member has not read, one that waits for an answer. */
const readConversations = (): readonly Conversation[] =>
  JSON.parse(readFileSync(new URL('./conversations.json', import.meta.url), 'utf8'));

/** What the demo member asked and support answered, through the commands of both. */
export const planTickets = (context: Context, memberId: bigint, lastHour: number): DemoEvent[] =>
  readConversations().flatMap(({ category, lines, closedHoursBefore }, index) => {
    const hourOf = (hoursBefore: number): number => Math.max(0, lastHour - hoursBefore);
    const by = { actor: DEMO_ACTOR, adminId: 1, reason: 'Demo' };
    let ticketId = '';
    const say = async ({ from, text }: Line, place: number): Promise<void> => {
      const key = `demo-ticket-${index}-${place}`;
      if (place === 0) ticketId = await openTicket(context, memberId, { category, question: text }, key);
      else if (from === 'support') await replyToTicket(context, { ticketId, ...by, text, image: null });
      else await sendMessage(context, memberId, { ticketId, text, image: null }, key);
    };
    const said = lines.map((line, place) => ({ hour: hourOf(line.hoursBefore), run: () => say(line, place) }));
    if (closedHoursBefore === undefined) return said;
    const settle = async (): Promise<void> => {
      await closeTicket(context, { ticketId, ...by });
      await readTicket(context, memberId, ticketId);
    };
    return [...said, { hour: hourOf(closedHoursBefore), run: settle }];
  });
