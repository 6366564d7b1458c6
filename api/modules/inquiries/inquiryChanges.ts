import type {
  InquiryEventKind,
  InquiryStatus,
  Prisma,
  PropertyInquiry,
} from '#api/generated/prisma/client.ts';
import { ConflictError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { placeListingDraft } from '../publishing/listingDrafts.ts';
import { draftOf, resortNamed } from './admin/inquiryDraft.ts';

/** A locked inquiry, and the person who works on it. */
export interface InquiryStep {
  transaction: Prisma.TransactionClient;
  actor: { id: string };
  inquiry: PropertyInquiry;
}

/** @throws {NotFoundError} */
export async function lockInquiry(
  transaction: Prisma.TransactionClient,
  inquiryId: string,
): Promise<PropertyInquiry> {
  const id = idToFind(inquiryId);
  await transaction.$queryRaw`SELECT FROM property_inquiries WHERE id = ${id}::uuid FOR UPDATE`;
  const inquiry = await transaction.propertyInquiry.findUnique({ where: { id } });
  requireFound(inquiry, 'Inquiry not found');
  return inquiry;
}

/** Changes the status, if it is another one, and writes the history. */
export async function changeInquiry(
  { transaction, actor, inquiry }: InquiryStep,
  { kind, status, text }: { kind: InquiryEventKind; status: InquiryStatus; text?: string },
): Promise<PropertyInquiry> {
  await transaction.inquiryEvent.create({
    data: {
      inquiryId: inquiry.id,
      actorId: actor.id,
      kind,
      status: status === inquiry.status ? null : status,
      text: text ?? null,
    },
  });
  return transaction.propertyInquiry.update({
    where: { id: inquiry.id },
    data: { status, version: { increment: 1 } },
  });
}

interface WantedDraft {
  ownerId: string;
  /** The version of the member's draft that it replaces; 0 if there is none. */
  draftVersion: number;
  /** The message if the member has begun a draft meanwhile. */
  begun: string;
  /** The message if the draft to replace was changed meanwhile. */
  changed: string;
}

/**
 * Fills the listing draft of the member with what they submitted; the inquiry is `converted` then.
 * @throws {ConflictError} if the member's draft has another version
 */
export async function fillDraft(
  step: InquiryStep,
  { ownerId, draftVersion, begun, changed }: WantedDraft,
): Promise<PropertyInquiry> {
  const { transaction, inquiry } = step;
  const isPlaced = await placeListingDraft(transaction, {
    ownerId,
    version: draftVersion,
    resortId: await resortNamed(transaction, inquiry.resortName),
    inquiryId: inquiry.id,
    content: draftOf(inquiry),
  });
  if (!isPlaced) {
    throw new ConflictError('draftVersion', draftVersion === 0 ? begun : changed);
  }
  return changeInquiry(step, { status: 'converted', kind: 'draft' });
}
