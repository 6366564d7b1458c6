import type { Prisma, User } from '../../generated/prisma/client.ts';
import type { SessionOrigin } from '../../platform/sessions.ts';
import type { MailRecipient } from '../mail/outbox.ts';

/** What anyone may be told about their own account; never the password hash. */
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

/** Where a call comes from, for limits and for the list of sessions. */
export type Caller = SessionOrigin;

/** How mail to an account is addressed. */
export const recipientOf = (
  account: Pick<Account, 'firstName' | 'lastName' | 'email'>,
): MailRecipient => ({
  name: `${account.firstName} ${account.lastName}`,
  address: account.email,
});

/**
 * The account with this username or e-mail address; a closed one is as good as none.
 * @param identifier in canonical form
 */
export const accountOf = (identifier: string): Prisma.UserWhereInput => ({
  // A username can't hold an @, so the two never mean different people.
  ...(identifier.includes('@') ? { email: identifier } : { username: identifier }),
  closedAt: null,
});
