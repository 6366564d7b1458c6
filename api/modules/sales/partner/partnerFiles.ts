import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { SaleStepName } from '#api/generated/prisma/client.ts';
import { linkSeconds } from '#api/modules/contracts/uploads/limits.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { openPartnerLink } from './partnerLink.ts';

const downloadInput = z.object({ step: z.enum(SaleStepName).nullish() });

/**
 * A link to a document of the sale of the partner's link, or to all papers, which works for 15
 * minutes and as long as the partner's link.
 * @throws {NotFoundError} if the step has no document
 * @throws as `openPartnerLink`
 */
export async function partnerDownload(
  deps: Pick<Deps, 'database' | 'clock' | 'rateLimits' | 'signedLinks'>,
  address: string,
  { token, ...given }: { token: unknown; step?: unknown },
): Promise<string> {
  const { hash, saleId } = await openPartnerLink(deps, address, token);
  const { step } = parseInput(downloadInput, given);
  if (step && !(await documentOf(deps, saleId, step))) throw noDocument();
  return deps.signedLinks.sign('GET', `${below}/files/${step ?? 'all'}`, { hash }, linkSeconds);
}

const noDocument = () => new NotFoundError('This step has no document');

export const documentOf = ({ database }: Pick<Deps, 'database'>, saleId: string, step: string) =>
  database.prisma.contractDocument.findFirst({
    where: {
      status: 'attached',
      saleStep: { saleId, step: parseInput(downloadInput, { step }).step ?? undefined },
    },
  });

/** Before the paths of the partner's uploads and downloads. */
export const below = '/api/partner-sale';
