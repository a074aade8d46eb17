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
const CONVERSATIONS: readonly Conversation[] = [
  {
    category: 1,
    lines: [
      {
        hoursBefore: 220,
        from: 'member',
        text: 'I activated an order last night. When is the first day credited, and where do I see how it was computed?',
      },
      {
        hoursBefore: 217,
        from: 'support',
        text: 'Each day is credited after 01:00 UTC of the next one. Open the order, choose Rewards and tap a day: its receipt shows every figure and computes the reward again on your phone.',
      },
      { hoursBefore: 216, from: 'member', text: 'Found it, and it is equal to the last satoshi. Thank you!' },
    ],
    closedHoursBefore: 190,
  },
  {
    category: 3,
    lines: [
      {
        hoursBefore: 28,
        from: 'member',
        text: 'One of my orders says Disconnected. Is there something that I have to do?',
      },
      {
        hoursBefore: 2,
        from: 'support',
        text: 'There is nothing for you to do. Its machine has stopped answering and our technicians are looking at it; the order comes back by itself. Time without work earns nothing, and your maximum profit stays untouched.',
      },
    ],
  },
  {
    category: 2,
    lines: [{ hoursBefore: 1, from: 'member', text: 'Can I change the mobile number of my account?' }],
  },
];

/** What the demo member asked and support answered, through the commands of both. */
export const planTickets = (context: Context, memberId: bigint, lastHour: number): DemoEvent[] =>
  CONVERSATIONS.flatMap(({ category, lines, closedHoursBefore }, index) => {
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
