import type { Prisma, User } from '#api/generated/prisma/client.ts';
import type { SessionOrigin } from '#api/platform/sessions.ts';
import type { MailRecipient } from '../mail/defineMail.ts';

/** The fields a person may read of their own account; never the password hash. */
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

/** Where a request comes from, for rate limits and the list of sessions. */
export type Caller = SessionOrigin;

/** The recipient of mail to an account. */
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
