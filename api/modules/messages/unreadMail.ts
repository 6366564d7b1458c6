import type { Deps } from '#api/context/context.ts';
import type { MessageSide, Prisma } from '#api/generated/prisma/client.ts';
import { fraudReasons } from '#common/fraudReasons.ts';
import { eachDue } from '#api/platform/jobs/eachDue.ts';
import { recipientOf } from '../accounts/account.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import { shownTo, warningReport, warningsOf } from './threads.ts';
import { unreadMessages } from './mails.ts';

type MailDeps = Pick<Deps, 'database' | 'siteSettings' | 'publicUrl' | 'clock' | 'log'>;

const batchSize = 100;

const mostShown = 5;

/**
 * Sends the due mails about unread messages, one per thread and side. Due mails are derived from
 * columns, so a run that dies delays mails but loses none.
 */
export async function mailUnreadMessages(deps: MailDeps): Promise<void> {
  for (const side of ['traveler', 'owner'] as const) {
    await eachDue(
      deps,
      'a mail about messages could not be queued',
      (after) =>
        deps.database.prisma.messageThread.findMany({
          where: { ...dueFor(side, deps.clock()), id: { gt: after } },
          orderBy: { id: 'asc' },
          take: batchSize,
          select: { id: true },
        }),
      ({ id }) => mailAbout(deps, side, id),
    );
  }
}

const dueFor = (side: MessageSide, now: Date): Prisma.MessageThreadWhereInput =>
  side === 'traveler' ? { mailTravelerAt: { lte: now } } : { mailOwnerAt: { lte: now } };

async function mailAbout(deps: MailDeps, side: MessageSide, id: string): Promise<void> {
  await deps.database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`
      SELECT FROM message_threads WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const thread = await transaction.messageThread.findFirst({
      // Another process may have sent the mail, or the person may have read the messages.
      where: { id, ...dueFor(side, deps.clock()) },
      include: {
        traveler: true,
        owner: true,
        listing: { select: { title: true, resort: { select: { name: true } } } },
      },
    });
    if (!thread) {
      return;
    }
    const read = side === 'traveler' ? thread.readByTraveler : thread.readByOwner;
    const unread = {
      threadId: id,
      number: { gt: read },
      side: side === 'traveler' ? 'owner' : 'traveler',
      hiddenAt: null,
    } satisfies Prisma.MessageWhereInput;
    const count = await transaction.message.count({ where: unread });
    const messages = await transaction.message.findMany({
      where: unread,
      orderBy: { number: 'asc' },
      take: mostShown,
      include: warningReport,
    });
    await transaction.messageThread.update({
      where: { id },
      data: side === 'traveler' ? { mailTravelerAt: null } : { mailOwnerAt: null },
    });
    const team = teamOf(deps);
    const person = side === 'traveler' ? thread.traveler : thread.owner;
    if (messages.length === 0 || person?.closedAt) {
      return;
    }
    const from = side === 'traveler' ? thread.owner : thread.traveler;
    const shown = messages.map((message) => shownTo(side, message, thread));
    const mail = unreadMessages(deps, person ? recipientOf(person) : team, {
      from: from ? maskContacts(from.firstName).text : `The team of ${team.name}`,
      weekTitle: thread.listing.title,
      resortName: thread.listing.resort.name,
      messages: shown.map(({ text }) => text),
      others: count - messages.length,
      warnings: [...new Set(messages.flatMap(warningsOf))].map(
        (reason) => fraudReasons[reason].reader,
      ),
      hidesContacts: shown.some(({ hidesContacts }) => hidesContacts),
      link: `${deps.publicUrl}/messages/${id}`,
    });
    await queueMail(transaction, mail);
  });
}
