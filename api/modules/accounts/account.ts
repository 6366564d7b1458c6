import type { Prisma, User } from '#api/generated/prisma/client.ts';
import type { SessionOrigin } from '#api/platform/sessions/sessions.ts';
import type { MailRecipient } from '../mail/defineMail.ts';

export const accountFields = {
  id: true,
  username: true,
  email: true,
  firstName: true,
  lastName: true,
  role: true,
  emailVerifiedAt: true,
  createdAt: true,
} satisfies Prisma.UserSelect;

export type Account = Pick<User, keyof typeof accountFields>;

export type Caller = SessionOrigin;

export const recipientOf = (
  account: Pick<Account, 'firstName' | 'lastName' | 'email'>,
): MailRecipient => ({
  firstName: account.firstName,
  name: `${account.firstName} ${account.lastName}`,
  address: account.email,
});

/**
 * Filter for the account with this username or e-mail address; closed accounts never match.
 * @param identifier in canonical form
 */
export const accountOf = (identifier: string): Prisma.UserWhereInput => ({
  // A username can't contain @, so an identifier never matches two accounts.
  ...(identifier.includes('@') ? { email: identifier } : { username: identifier }),
  closedAt: null,
});
