import { Prisma, type User } from '#api/generated/prisma/client.ts';
import { contactsIn, hiddenWords, maskContacts } from '#api/platform/input/maskContacts.ts';

/** Texts about a person's bookings, listings and conversations, whoever wrote them. */
interface Words {
  id: string;
  words: string;
  isOwn: boolean;
}

/** Every column with such texts; each query takes the id of the person. */
const places: { table: string; column: string; wordsOf: (id: string) => Prisma.Sql }[] = [
  {
    table: 'messages',
    column: 'text',
    wordsOf: (id) => Prisma.sql`
      SELECT messages.id, text AS words, author_id IS NOT DISTINCT FROM ${id}::uuid AS "isOwn"
      FROM messages JOIN message_threads ON message_threads.id = thread_id
      WHERE ${id}::uuid IN (traveler_id, owner_id, author_id)`,
  },
  {
    table: 'booking_events',
    column: 'note',
    wordsOf: (id) => Prisma.sql`
      SELECT booking_events.id, note AS words, actor_id IS NOT DISTINCT FROM ${id}::uuid AS "isOwn"
      FROM booking_events JOIN bookings ON bookings.id = booking_id
      WHERE ${id}::uuid IN (user_id, owner_id, actor_id) AND note IS NOT NULL`,
  },
  {
    table: 'bookings',
    column: 'message',
    wordsOf: (id) => Prisma.sql`
      SELECT id, message AS words, false AS "isOwn" FROM bookings
      WHERE owner_id = ${id}::uuid AND message IS NOT NULL`,
  },
  {
    table: 'dispute_evidence',
    column: 'text',
    wordsOf: (id) => Prisma.sql`
      SELECT dispute_evidence.id, text AS words,
        ${id}::uuid = CASE party WHEN 'traveler' THEN user_id ELSE owner_id END AS "isOwn"
      FROM dispute_evidence JOIN bookings ON bookings.id = booking_id
      WHERE ${id}::uuid IN (user_id, owner_id) AND text IS NOT NULL`,
  },
  {
    table: 'dispute_decisions',
    column: 'reasons',
    wordsOf: (id) => Prisma.sql`
      SELECT dispute_decisions.id, reasons AS words,
        decided_by_id IS NOT DISTINCT FROM ${id}::uuid AS "isOwn"
      FROM dispute_decisions JOIN bookings ON bookings.id = booking_id
      WHERE ${id}::uuid IN (user_id, owner_id, decided_by_id)`,
  },
  {
    table: 'sale_events',
    column: 'note',
    wordsOf: (id) => Prisma.sql`
      SELECT sale_events.id, note AS words, actor_id IS NOT DISTINCT FROM ${id}::uuid AS "isOwn"
      FROM sale_events JOIN sales ON sales.id = sale_id
      WHERE ${id}::uuid IN (buyer_id, seller_id, actor_id) AND note IS NOT NULL`,
  },
  {
    table: 'listing_events',
    column: 'note',
    wordsOf: (id) => Prisma.sql`
      SELECT listing_events.id, note AS words, actor_id IS NOT DISTINCT FROM ${id}::uuid AS "isOwn"
      FROM listing_events JOIN listings ON listings.id = listing_id
      WHERE ${id}::uuid IN (listings.owner_id, actor_id) AND note IS NOT NULL`,
  },
];

/**
 * Removes a person's names and contact details from conversations, bookings, sales and listings that
 * remain, and from mail to other people. Terms that both sides accepted stay as they are.
 */
export async function forgetWords(
  transaction: Prisma.TransactionClient,
  person: Pick<User, 'id' | 'email' | 'username' | 'firstName' | 'lastName'>,
): Promise<void> {
  // Allows the triggers of these tables to change words, until the transaction ends.
  await transaction.$executeRaw`SELECT set_config('tideweek.forgets', 'on', true)`;
  await transaction.saleTerms.updateMany({
    where: {
      note: { not: null },
      OR: [
        { side: 'buyer', sale: { buyerId: person.id } },
        { side: 'seller', sale: { sellerId: person.id } },
      ],
    },
    data: { note: null },
  });
  const found = [];
  for (const place of places) {
    found.push({ place, rows: await transaction.$queryRaw<Words[]>(place.wordsOf(person.id)) });
  }
  const own = found.flatMap(({ rows }) => rows.filter(({ isOwn }) => isOwn));
  const hide = hiderOf(
    person,
    own.flatMap(({ words }) => contactsIn(words)),
  );
  for (const { place, rows } of found) {
    const changed = rows
      .map(({ id, words, isOwn }) => ({
        id,
        before: words,
        words: hide(isOwn ? maskContacts(words).text : words),
      }))
      .filter(({ before, words }) => words !== before);
    if (changed.length === 0) {
      continue;
    }
    await transaction.$executeRaw`
      UPDATE ${Prisma.raw(place.table)} SET ${Prisma.raw(place.column)} = changed.words
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ words }) => words)}::text[])
        AS changed (id, words)
      WHERE ${Prisma.raw(place.table)}.id = changed.id`;
  }
  await forgetMails(transaction, person, hide);
}

type Hide = (text: string) => string;

function hiderOf(
  {
    email,
    username,
    firstName,
    lastName,
  }: Pick<User, 'email' | 'username' | 'firstName' | 'lastName'>,
  contacts: readonly string[],
): Hide {
  const theirs = new Set([email, ...contacts].map(keyOf));
  const names = new Set(
    [username, ...`${firstName} ${lastName}`.split(/[^\p{L}\p{M}\p{N}]+/u)]
      .filter((name) => name.length > 1)
      .map((name) => name.toLowerCase()),
  );
  return (text) =>
    maskContacts(text, (contact) => theirs.has(keyOf(contact)))
      // HTML tags of a mail stay unchanged.
      .text.replace(/<[^<>]*>|[\p{L}\p{M}\p{N}]+/gu, (word) =>
        names.has(word.toLowerCase()) ? hiddenWords : word,
      );
}

function keyOf(contact: string): string {
  const digits = contact.normalize('NFKD').replace(/\D/g, '');
  return digits.length >= 7 ? digits.slice(-7) : contact.toLowerCase();
}

/** Mail to the person is deleted; mail to others loses the person's names and contact details. */
async function forgetMails(
  transaction: Prisma.TransactionClient,
  { id, email, firstName, lastName }: Pick<User, 'id' | 'email' | 'firstName' | 'lastName'>,
  hide: Hide,
): Promise<void> {
  await transaction.outgoingMail.deleteMany({ where: { toAddress: email } });
  const mails = await transaction.$queryRaw<
    { id: string; subject: string; html: string; text: string }[]
  >`
    SELECT id, subject, html, text FROM outgoing_mails
    WHERE to_address IN (
        SELECT email::text FROM users JOIN message_threads ON users.id IN (traveler_id, owner_id)
        WHERE ${id}::uuid IN (traveler_id, owner_id)
        UNION ALL
        SELECT email::text FROM users JOIN bookings ON users.id IN (user_id, owner_id)
        WHERE ${id}::uuid IN (user_id, owner_id)
        UNION ALL
        SELECT email::text FROM users JOIN sales ON users.id IN (buyer_id, seller_id)
        WHERE ${id}::uuid IN (buyer_id, seller_id))
      OR strpos(lower(subject || ' ' || text), lower(${email})) > 0
      OR strpos(lower(subject || ' ' || text), lower(${`${firstName} ${lastName}`})) > 0`;
  for (const mail of mails) {
    const data = { subject: hide(mail.subject), html: hide(mail.html), text: hide(mail.text) };
    if (data.subject !== mail.subject || data.html !== mail.html || data.text !== mail.text) {
      await transaction.outgoingMail.updateMany({ where: { id: mail.id }, data });
    }
  }
}
