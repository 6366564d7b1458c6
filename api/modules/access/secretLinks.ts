import { z } from 'zod';
import { Prisma, type SecretLinkPurpose } from '../../generated/prisma/client.ts';
import { RefusedLinkError } from '../../platform/errors.ts';
import { hashOfSecret, newLinkSecret } from '../../platform/linkSecrets.ts';

/** Where each link leads and for how many hours it works. */
const kinds: Record<SecretLinkPurpose, { path: string; hours: number }> = {
  verify_email: { path: '/verify-email', hours: 7 * 24 },
  reset_password: { path: '/reset-password', hours: 1 },
  change_email: { path: '/confirm-email', hours: 48 },
};

/** A link for a mail, not stored yet. */
export interface PreparedLink {
  /** The whole address, with the secret. */
  link: string;
  purpose: SecretLinkPurpose;
  /** SHA-256 of the secret: the key under which it is stored. */
  id: string;
  expiresAt: Date;
}

export interface TakenLink {
  userId: string;
  /** The address that it was sent to. */
  email: string;
}

type Transaction = Pick<Prisma.TransactionClient, 'secretLink' | '$queryRaw'>;

/** The secret of a link as a person's browser hands it back. */
export const linkToken = z
  .string({ error: 'The link is not complete' })
  .min(1, 'The link is not complete')
  .max(200, 'The link is not valid');

/** Makes a link with a secret, which is stored nowhere. */
export function prepareLink(publicUrl: string, purpose: SecretLinkPurpose): PreparedLink {
  const secret = newLinkSecret();
  const { path, hours } = kinds[purpose];
  return {
    link: `${publicUrl}${path}?token=${secret}`,
    purpose,
    id: hashOfSecret(secret),
    expiresAt: new Date(Date.now() + hours * 60 * 60 * 1000),
  };
}

/** Stores a link for a person; earlier ones for the same purpose stop working. */
export async function storeLink(
  transaction: Transaction,
  { purpose, id, expiresAt }: PreparedLink,
  { userId, email }: TakenLink,
): Promise<void> {
  await transaction.secretLink.deleteMany({ where: { userId, purpose } });
  await transaction.secretLink.create({ data: { id, userId, purpose, email, expiresAt } });
}

/** Whether a link still does what it was made for; it may have run out, been used or replaced. */
export async function linkWorks(
  transaction: Pick<Prisma.TransactionClient, 'secretLink'>,
  secret: string,
): Promise<boolean> {
  const link = await transaction.secretLink.findUnique({ where: { id: hashOfSecret(secret) } });
  return link !== null && link.expiresAt > new Date();
}

/**
 * Whose link this is, without using it up.
 * @throws {InvalidInputError} when it was used, has run out or never was
 */
export async function peekLink(
  transaction: Transaction,
  purpose: SecretLinkPurpose,
  token: string,
): Promise<TakenLink> {
  const row = await transaction.secretLink.findFirst({
    where: { id: hashOfSecret(token), purpose, user: { closedAt: null } },
    select: { userId: true, email: true, expiresAt: true },
  });
  return requireUsable(row);
}

/**
 * Uses a link up: of many calls at once, one gets it. When the transaction fails, it stays.
 * @throws {InvalidInputError} when it was used, has run out or never was
 */
export async function takeLink(
  transaction: Transaction,
  purpose: SecretLinkPurpose,
  token: string,
): Promise<TakenLink> {
  const [row] = await transaction.$queryRaw<(TakenLink & { expiresAt: Date })[]>(Prisma.sql`
    DELETE FROM secret_links WHERE id = ${hashOfSecret(token)} AND purpose = ${purpose}::"SecretLinkPurpose"
    RETURNING user_id AS "userId", email::text AS email, expires_at AS "expiresAt"`);
  return requireUsable(row ?? null);
}

/** The link can't be used; the message can be shown. */
export const linkRefused = (message: string): RefusedLinkError =>
  new RefusedLinkError('token', message);

export const goneMessage = 'This link was used already, or a newer one was sent';

const expiredMessage = 'This link has expired';

function requireUsable(row: (TakenLink & { expiresAt: Date }) | null): TakenLink {
  if (!row) {
    throw linkRefused(goneMessage);
  }
  if (row.expiresAt < new Date()) {
    throw linkRefused(expiredMessage);
  }
  return { userId: row.userId, email: row.email };
}
