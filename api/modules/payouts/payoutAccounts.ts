import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps, LeavingStep } from '#api/context/context.ts';
import type { PayoutAccount } from '#api/generated/prisma/client.ts';
import {
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
  ConflictError,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import {
  mostFaults,
  PaymentFault,
  PaymentRefused,
  PaymentUnavailable,
  retryAfter,
  type AccountState,
  type PaymentProvider,
} from '#api/platform/payments/paymentProvider.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../accounts/account.ts';
import { knownPassword } from '../accounts/accountInput.ts';
import { recordOwnChange } from '../accounts/recordOwnChange.ts';
import { requirePassword, type PasswordDeps } from '../accounts/requirePassword.ts';
import { queueMail } from '../mail/outbox.ts';
import { requirePayments } from '../payments/operations.ts';
import { bankChanged } from './mails.ts';
import { requireSignIn } from '../access/signedIn.ts';

export type AccountDeps = Pick<
  Deps,
  'database' | 'payments' | 'clock' | 'log' | 'publicUrl' | 'siteSettings'
>;

const connectInput = z.object({
  bankToken: z
    .string({ error: 'Enter your bank details' })
    .max(200, 'Enter your bank details again')
    .nullish()
    .transform((token) => token || null),
  password: knownPassword('Password'),
});

export interface ConnectedAccount {
  account: PayoutAccount;
  onboardingUrl: string | null;
}

/**
 * Opens the viewer's account at the payment provider, or replaces or completes its bank details.
 * Never opens a second account. Requires the password, since it decides where money goes.
 * @throws {SignInRequiredError | InvalidInputError}
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong, or wrong too
 *   often
 * @throws {ForbiddenError} if the viewer has neither offered a week nor bought one with its stays
 * @throws {UnavailableError} if the site takes no payments or the provider does not answer
 */
export async function connectPayouts(
  deps: AccountDeps & PasswordDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<ConnectedAccount> {
  requireSignIn(viewer);
  const { bankToken, password } = parseInput(connectInput, input);
  const provider = requirePayments(deps);
  const { prisma } = deps.database;
  if (provider.name === 'sandbox' && bankToken === null) {
    throw new InvalidInputError('bankToken', 'Enter your bank details');
  }
  const own = { where: { ownerId: viewer.id }, select: { id: true } };
  // Who bought a week with its stays has no listing of it.
  if (!(await prisma.listing.findFirst(own)) && !(await prisma.booking.findFirst(own))) {
    throw new ForbiddenError('Only members who offer a week are paid');
  }
  await requirePassword(deps, viewer, password);
  const now = deps.clock();
  const userId_provider = { userId: viewer.id, provider: provider.name };
  // Not upsert: of two concurrent calls, the second must fail.
  await prisma.payoutAccount.createMany({
    data: { ...userId_provider, checkedAt: now, changedAt: now, createdAt: now },
    skipDuplicates: true,
  });
  const opened = await prisma.payoutAccount.findUniqueOrThrow({ where: { userId_provider } });
  return asked(async () => {
    const account =
      opened.reference !== null && bankToken === null
        ? opened
        : await store(
            deps,
            opened,
            await openAccount(deps, provider, opened, { email: viewer.email, bankToken }),
          );
    const onboardingUrl = await provider.accountPage({
      key: randomUUID(),
      reference: account.reference ?? '',
      returnUrl: `${deps.publicUrl}/payouts`,
    });
    return { account, onboardingUrl };
  });
}

/** @throws {PaymentUnavailable | PaymentRefused} */
async function openAccount(
  { database: { prisma } }: AccountDeps,
  provider: PaymentProvider,
  { id: key, faults, createdAt: since }: PayoutAccount,
  call: { email: string; bankToken: string | null },
): Promise<AccountState> {
  try {
    // Bank details of our own form have one account, however often it is opened.
    if (faults >= mostFaults && call.bankToken === null) {
      const known = await provider.find({ kind: 'account', key, since, payment: null });
      if (known !== null) {
        return await provider.readAccount(known);
      }
    }
    return await provider.openAccount({ ...call, key, retry: retryAfter(faults) });
  } catch (error) {
    if (error instanceof PaymentFault) {
      await prisma.payoutAccount.updateMany({
        where: { id: key, faults },
        data: { faults: { increment: 1 } },
      });
    }
    throw error;
  }
}

/**
 * Reads the state of the viewer's account from the provider, for example after onboarding there.
 * @throws {SignInRequiredError | UnavailableError}
 * @throws {NotFoundError} if the viewer has no account
 */
export async function checkPayoutAccount(
  deps: AccountDeps,
  viewer: Viewer | null,
): Promise<ConnectedAccount> {
  requireSignIn(viewer);
  const provider = requirePayments(deps);
  const account = await deps.database.prisma.payoutAccount.findUnique({
    where: { userId_provider: { userId: viewer.id, provider: provider.name } },
  });
  if (!account?.reference) {
    throw new NotFoundError('You have not entered any bank details yet');
  }
  return {
    account: await asked(() => check(deps, provider, account, account.reference ?? '')),
    onboardingUrl: null,
  };
}

export async function accountChanged(deps: AccountDeps, reference: string): Promise<void> {
  const provider = requirePayments(deps);
  const account = await deps.database.prisma.payoutAccount.findUnique({
    where: { provider_reference: { provider: provider.name, reference } },
  });
  if (account) {
    await check(deps, provider, account, reference);
  }
}

/** Milliseconds between two queries of the job about an account that is not ready. */
const lookAgain = 60 * 60_000;

const mostAtOnce = 50;

/** Queries accounts that are not ready, whose event may have been lost. */
export async function checkUnsureAccounts(
  deps: AccountDeps,
  provider: PaymentProvider,
): Promise<void> {
  const unsure = await deps.database.prisma.payoutAccount.findMany({
    where: {
      provider: provider.name,
      reference: { not: null },
      status: { in: ['incomplete', 'checking'] },
      checkedAt: { lte: new Date(deps.clock().getTime() - lookAgain) },
    },
    orderBy: { checkedAt: 'asc' },
    take: mostAtOnce,
  });
  for (const account of unsure) {
    try {
      await check(deps, provider, account, account.reference ?? '');
    } catch (error) {
      deps.log.warn({ account: account.id, err: error }, 'an account could not be checked');
      if (error instanceof PaymentUnavailable) {
        return;
      }
    }
  }
}

const check = async (
  deps: AccountDeps,
  provider: PaymentProvider,
  account: PayoutAccount,
  reference: string,
): Promise<PayoutAccount> => store(deps, account, await provider.readAccount(reference));

/** Stores the state of an account, and mails the member if bank details were replaced. */
function store(
  deps: AccountDeps,
  { id, ...before }: PayoutAccount,
  { reference, status, lastFour }: AccountState,
): Promise<PayoutAccount> {
  const now = deps.clock();
  const isOther = before.reference !== reference || before.lastFour !== lastFour;
  return deps.database.prisma.$transaction(async (transaction) => {
    const { user, ...account } = await transaction.payoutAccount.update({
      where: { id },
      data: {
        reference,
        status,
        lastFour,
        checkedAt: now,
        ...((isOther || before.status !== status) && { changedAt: now }),
        ...(status === 'ready' && { toldAt: null }),
      },
      include: { user: true },
    });
    if (isOther && before.lastFour !== null && lastFour !== null) {
      const { firstName } = user;
      const values = { firstName, lastFour };
      await queueMail(transaction, bankChanged(deps, recipientOf(user), values));
    }
    if (isOther && lastFour !== null) {
      await recordOwnChange(transaction, user, 'user.changeBank', {
        before: { lastFour: before.lastFour },
        after: { lastFour },
      });
    }
    return account;
  });
}

/** Converts errors of the provider into errors for members. */
async function asked<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentUnavailable) {
      throw new UnavailableError(
        'The payment provider does not answer. Please try again in a minute',
        60,
      );
    }
    if (error instanceof PaymentRefused) {
      throw new InvalidInputError('bankToken', error.message);
    }
    throw error;
  }
}

/**
 * Deletes a member's payout account.
 * @throws {ConflictError} while the member is or will be owed money
 */
export const leavePayouts: LeavingStep = async (transaction, userId) => {
  const owed = await transaction.booking.findFirst({
    where: {
      ownerId: userId,
      isProtected: true,
      OR: [
        { payable: { cents: { gt: 0 } } },
        { status: { in: ['confirmed', 'certified', 'disputed'] } },
        { status: { in: ['checked_in', 'completed'] }, releasedAt: null },
      ],
    },
    select: { id: true },
  });
  if (owed) {
    throw new ConflictError('account', 'Money for stays at your weeks has not been paid out yet');
  }
  await transaction.payoutAccount.deleteMany({ where: { userId } });
};
