import { z } from 'zod';
import { Prisma, type SecretLinkPurpose } from '#api/generated/prisma/client.ts';
import { RefusedLinkError } from '#api/platform/errors.ts';
import { hashOfSecret, newLinkSecret } from '#api/platform/security/linkSecrets.ts';

const kinds: Record<SecretLinkPurpose, { path: string; hours: number }> = {
  verify_email: { path: '/verify-email', hours: 7 * 24 },
  reset_password: { path: '/reset-password', hours: 1 },
  change_email: { path: '/confirm-email', hours: 48 },
};

export interface PreparedLink {
  link: string;
  purpose: SecretLinkPurpose;
  /** SHA-256 of the secret: the key under which it is stored. */
  id: string;
  expiresAt: Date;
}

export interface TakenLink {
  userId: string;
  email: string;
}

type Transaction = Pick<Prisma.TransactionClient, 'secretLink' | '$queryRaw'>;

export const linkToken = z
  .string({ error: 'The link is not complete' })
  .min(1, 'The link is not complete')
  .max(200, 'The link is not valid');

/** Creates a link with a new secret. Only the hash of the secret is ever stored. */
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

/** Stores a link for a person; earlier links for the same purpose stop working. */
export async function storeLink(
  transaction: Transaction,
  { purpose, id, expiresAt }: PreparedLink,
  { userId, email }: TakenLink,
): Promise<void> {
  await transaction.secretLink.deleteMany({ where: { userId, purpose } });
  await transaction.secretLink.create({ data: { id, userId, purpose, email, expiresAt } });
}

export async function linkWorks(
  transaction: Pick<Prisma.TransactionClient, 'secretLink'>,
  secret: string,
): Promise<boolean> {
  const link = await transaction.secretLink.findUnique({ where: { id: hashOfSecret(secret) } });
  return link !== null && link.expiresAt > new Date();
}

/**
 * Reads whose link this is, without using it up.
 * @throws {InvalidInputError} if it was used, has expired or never existed
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
 * Uses a link up: of concurrent calls, one succeeds. If the transaction fails, the link stays.
 * @throws {InvalidInputError} if it was used, has expired or never existed
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
