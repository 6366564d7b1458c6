import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, PropertyInquiry } from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { earlierResult, isFirstCall } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput, filled } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import { inquiryReceived, inquiryForTeam } from './mails.ts';
import { requireSignIn } from '../access/signedIn.ts';

const motivations = ['Sell', 'Sell or Rent'] as const;

const required = (message: string, name: string, most: number) =>
  filled(message).max(most, `${name} may have at most ${most} characters`);

/** The payload of SPEC section 3, with its messages of section 5. */
const propertyInput = z.object({
  propertyName: required('Property name is required', 'Property name', 200),
  resortName: required('Resort name is required', 'Resort name', 200),
  location: required('Location is required', 'Location', 200),
  unit: required('Unit details are required', 'Unit details', 500),
  ownership: required('Ownership details are required', 'Ownership details', 500),
  weekDetails: required('Week/season details are required', 'Week/season details', 500),
  askingPrice: required('Asking price is required', 'Asking price', 100),
  contactPhone: required('Phone number is required', 'Phone number', 40),
  additionalDetails: z
    .string({ error: 'Additional details must be text' })
    .trim()
    .max(5_000, 'Additional details may have at most 5000 characters')
    .nullish(),
  motivation: z
    .enum(motivations, { error: `Motivation must be one of ${motivations.join(', ')}` })
    .nullish(),
  idempotencyKey,
});

/**
 * Stores a property that a member submits, and mails an acknowledgment to them and the details to
 * the team. A repeated call with the same idempotency key only returns the first inquiry.
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} for each field that breaks a rule
 * @throws {ConflictError} if the key was used for another property
 * @throws {RateLimitedError} after too many from one account
 */
export async function submitProperty(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<PropertyInquiry> {
  requireSignIn(viewer);
  const { idempotencyKey: given, ...wanted } = parseInput(propertyInput, input);
  // Prefixed, so that keys of different people don't collide.
  const key = given && `${viewer.id} ${given}`;
  const data = inquiryOf(viewer, wanted);
  const earlier = key && (await earlierInquiry(deps.database.prisma, key, data));
  if (earlier) {
    return earlier;
  }
  await deps.rateLimits.spend('inquiriesByAccount', viewer.id);
  const mails = [
    inquiryReceived(deps, recipientOf(viewer), {
      propertyName: data.propertyName,
      resortName: data.resortName,
    }),
    mailForTeam(deps, data),
  ];
  return deps.database.prisma.$transaction(async (transaction) => {
    const id = randomUUID();
    if (key && !(await isFirstCall(transaction, operation, key, id))) {
      const made = await earlierInquiry(transaction, key, data);
      if (made) {
        return made;
      }
    }
    const inquiry = await transaction.propertyInquiry.create({ data: { id, ...data } });
    await queueMail(transaction, ...mails);
    return inquiry;
  });
}

const operation = 'submitProperty';

type Wanted = Omit<z.infer<typeof propertyInput>, 'idempotencyKey'>;

function inquiryOf(viewer: Viewer, wanted: Wanted) {
  return {
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    email: viewer.email,
    phone: wanted.contactPhone,
    propertyName: wanted.propertyName,
    resortName: wanted.resortName,
    location: wanted.location,
    unit: wanted.unit,
    ownershipType: wanted.ownership,
    weekNumbers: wanted.weekDetails,
    askingPriceText: wanted.askingPrice,
    askingPriceCents: readAmount(wanted.askingPrice) ?? null,
    additionalInfo: wanted.additionalDetails || null,
    motivation: wanted.motivation ?? 'Sell',
    userId: viewer.id,
  };
}

type NewInquiry = ReturnType<typeof inquiryOf>;

/**
 * The inquiry from an earlier call with this key; null if none.
 * @throws {ConflictError} if the key was used for another property
 */
async function earlierInquiry(
  transaction: Pick<Prisma.TransactionClient, 'idempotencyKey' | 'propertyInquiry'>,
  key: string,
  wanted: NewInquiry,
): Promise<PropertyInquiry | null> {
  const id = await earlierResult(transaction, operation, key);
  const inquiry = id ? await transaction.propertyInquiry.findUnique({ where: { id } }) : null;
  const differs = typedFields.some((field) => inquiry && inquiry[field] !== wanted[field]);
  if (differs) {
    throw new ConflictError('idempotencyKey', 'This idempotency key was used for another property');
  }
  return inquiry;
}

/** Typed fields only: the person's name and address may have changed since the first call. */
const typedFields = [
  'phone',
  'propertyName',
  'resortName',
  'location',
  'unit',
  'ownershipType',
  'weekNumbers',
  'askingPriceText',
  'additionalInfo',
  'motivation',
] as const satisfies (keyof NewInquiry)[];

function mailForTeam(deps: Deps, data: NewInquiry) {
  const facts = {
    'Wants to': data.motivation,
    Property: data.propertyName,
    Resort: data.resortName,
    Location: data.location,
    Unit: data.unit,
    Ownership: data.ownershipType,
    'Week or season': data.weekNumbers,
    'Asking price': data.askingPriceText,
    Name: `${data.firstName} ${data.lastName}`,
    Email: data.email,
    Phone: data.phone,
    'Additional details': data.additionalInfo ?? 'None',
  };
  return inquiryForTeam(
    deps,
    teamOf(deps),
    { propertyName: data.propertyName, facts, replyTo: data.email },
    { 'Reply-To': data.email },
  );
}

const mostCents = 2_147_483_647;

/**
 * Parses an amount of US dollars: '$12,500', '12500.50', '12,500 USD'.
 * @returns cents; undefined for any other text, such as 'make an offer', and for too large amounts
 */
export function readAmount(text: string): number | undefined {
  const [, whole, fraction = ''] =
    /^(?:US)?\s*(?:\$\s*)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(?:USD|dollars)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return cents <= mostCents ? cents : undefined;
}
