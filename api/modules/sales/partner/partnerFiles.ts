import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { SaleStepName } from '#api/generated/prisma/client.ts';
import { documentAnswer } from '#api/modules/contracts/contracts.rest.ts';
import { readDocument } from '#api/modules/contracts/documents.ts';
import { linkSeconds } from '#api/modules/contracts/uploads/limits.ts';
import { multipartRoutes } from '#api/modules/contracts/uploads/uploads.rest.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { RestRoute } from '#api/rest/route.ts';
import { openPartnerLink, partnerLinkOf, uploaderBy } from './partnerLink.ts';
import { saleExport } from './saleExport.ts';

const auditedName = 'Escrow partner';

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

const documentOf = ({ database }: Pick<Deps, 'database'>, saleId: string, step: string) =>
  database.prisma.contractDocument.findFirst({
    where: {
      status: 'attached',
      saleStep: { saleId, step: parseInput(downloadInput, { step }).step ?? undefined },
    },
  });

const below = '/api/partner-sale';

export const partnerRoutes: RestRoute[] = [
  ...multipartRoutes({
    below,
    access: 'public',
    uploaderOf: async ({ deps, address }, { headers }) =>
      uploaderBy(await openPartnerLink(deps, address, headers['x-partner-link'])),
  }),
  {
    method: 'GET',
    path: `${below}/files/:file`,
    access: 'public',
    handle: async ({ deps, address }, { path, query, params }) => {
      const { hash = '' } = deps.signedLinks.verify('GET', path, query);
      const { saleId } = await partnerLinkOf(deps, address, hash);
      const { file = '' } = params;
      return file === 'all'
        ? saleExport(deps, { limitedAs: saleId, audited: auditedName }, saleId)
        : documentAnswer(
            await readDocument(deps, auditedName, await documentOf(deps, saleId, file)),
          );
    },
  },
  {
    method: 'GET',
    path: '/api/sales/:id/export',
    access: 'admin',
    reservesSomething: true,
    handle: async ({ deps, viewer }, { params }) => {
      const person = signedIn(await viewer());
      const reader = { limitedAs: person.id, audited: person };
      return saleExport(deps, reader, params['id'] ?? '');
    },
  },
];
