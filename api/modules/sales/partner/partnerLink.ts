import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, Sale, SalePartnerLink } from '#api/generated/prisma/client.ts';
import { linkRefused, linkToken } from '#api/modules/access/secretLinks.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import type { Uploader } from '#api/modules/contracts/uploads/keys.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { hashOfSecret, newLinkSecret } from '#api/platform/security/linkSecrets.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { partnerLinkDays } from '#common/durations.ts';
import { dayMs } from '#common/days.ts';
import { lockSale, type MovedSale, type SaleDeps } from '../moves/makeMove.ts';
import { moveAs, moveInput } from '../moves/moveSale.ts';

type AdminDeps = Pick<Deps, 'database' | 'clock' | 'publicUrl'>;

/**
 * Makes a link by which the escrow partner reports its steps of a sale for 30 days. An earlier link
 * of the sale ends. Only this call returns the link.
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 * @throws {ConflictError} if there is no closing
 */
export async function createPartnerLink(
  { database, clock, publicUrl }: AdminDeps,
  viewer: Viewer | null,
  saleId: string,
): Promise<{ sale: MovedSale; partnerUrl: string }> {
  const admin = requireAdmin(viewer);
  const secret = newLinkSecret();
  const expiresAt = new Date(clock().getTime() + partnerLinkDays * dayMs);
  const data = { hash: hashOfSecret(secret), madeById: admin.id, expiresAt };
  const sale = await database.prisma.$transaction(async (transaction) => {
    const found = await lockSale(transaction, saleId);
    if (found.status !== 'agreed' && found.status !== 'sold') {
      throw new ConflictError('saleId', 'Only a sale in closing has a link for the partner');
    }
    const { id } = found;
    await transaction.salePartnerLink.upsert({
      where: { saleId: id },
      create: { ...data, saleId: id },
      update: data,
    });
    await recordAudit(transaction, admin, 'sale.createPartnerLink', id, { after: { expiresAt } });
    return found;
  });
  return { sale, partnerUrl: `${publicUrl}/partner/sale?token=${secret}` };
}

/**
 * Ends the partner's link to a sale, if there is one.
 * @throws {SignInRequiredError | ForbiddenError | NotFoundError}
 */
export async function revokePartnerLink(
  { database }: AdminDeps,
  viewer: Viewer | null,
  saleId: string,
): Promise<MovedSale> {
  const admin = requireAdmin(viewer);
  return database.prisma.$transaction(async (transaction) => {
    const sale = await lockSale(transaction, saleId);
    const { count } = await transaction.salePartnerLink.deleteMany({ where: { saleId: sale.id } });
    if (count > 0) await recordAudit(transaction, admin, 'sale.revokePartnerLink', sale.id);
    return sale;
  });
}

type LinkDeps = Pick<Deps, 'database' | 'clock' | 'rateLimits'>;

/**
 * The link of a secret, also if it has expired: whoever has the secret had the link. Null if it was
 * withdrawn, replaced, or never existed.
 * @throws {InvalidInputError} on `token` if it can't be one
 * @throws {RateLimitedError} after too many calls from one address
 */
export async function findPartnerLink(
  { database, rateLimits }: LinkDeps,
  address: string,
  token: unknown,
): Promise<SalePartnerLink | null> {
  const secret = parseInput(tokenInput, { token }).token;
  await rateLimits.spend('partnerLinkByAddress', address);
  return storedLink(database.prisma, hashOfSecret(secret));
}

/**
 * The link of a secret.
 * @throws {InvalidInputError} on `token` if it was withdrawn, replaced, has expired or never existed
 * @throws {RateLimitedError} after too many calls from one address
 */
export async function openPartnerLink(
  deps: LinkDeps,
  address: string,
  token: unknown,
): Promise<SalePartnerLink> {
  const secret = parseInput(tokenInput, { token }).token;
  return partnerLinkOf(deps, address, hashOfSecret(secret));
}

/** As `openPartnerLink`, by the hash of the secret. */
export async function partnerLinkOf(
  { database, clock, rateLimits }: LinkDeps,
  address: string,
  hash: string,
): Promise<SalePartnerLink> {
  await rateLimits.spend('partnerLinkByAddress', address);
  return workingLink(database.prisma, hash, clock());
}

const tokenInput = z.object({ token: linkToken });

type Links = Pick<Prisma.TransactionClient, 'salePartnerLink'>;

/** A link ends with the rights of the administrator who made it. */
const storedLink = ({ salePartnerLink }: Links, hash: string) =>
  salePartnerLink.findFirst({ where: { hash, madeBy: { role: 'admin', closedAt: null } } });

async function workingLink(transaction: Links, hash: string, now: Date): Promise<SalePartnerLink> {
  const link = await storedLink(transaction, hash);
  if (!link || link.expiresAt <= now)
    throw linkRefused('This link works no longer. Ask our team for a new one');
  return link;
}

/** Uploads by a link belong to who made it, apart from that person's own. */
export const uploaderBy = ({ madeById: id, saleId }: SalePartnerLink): Uploader => ({ id, saleId });

const reportInput = moveInput
  .omit({ saleId: true, move: true })
  .extend({ isDone: z.boolean({ error: 'Say whether the step is done' }) });

/**
 * The escrow partner records a step in which it acts, or reports that it has failed, by its link.
 * @throws as `moveSale`, and as `openPartnerLink`
 */
export async function reportSaleStep(
  deps: SaleDeps & Pick<Deps, 'storage' | 'virusScanner' | 'rateLimits'>,
  address: string,
  { token, ...report }: { token: unknown } & Record<string, unknown>,
): Promise<Sale> {
  const move = parseInput(reportInput, report).isDone ? 'record_step' : 'fail_step';
  const link = await openPartnerLink(deps, address, token);
  return moveAs(
    deps,
    { ...report, saleId: link.saleId, move },
    {
      name: 'partner',
      person: null,
      uploader: uploaderBy(link),
      address,
      partsIn: async (transaction) => {
        // It may have been withdrawn before the sale was locked.
        await workingLink(transaction, link.hash, deps.clock());
        return ['partner'];
      },
    },
  );
}
