import type { Deps } from '#api/context/context.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { partsOf } from './moves.ts';
import { termSheetPdf } from './termSheet.ts';

/**
 * The accepted terms of a sale as a PDF.
 * @throws {NotFoundError} unless the viewer is a side of it or an administrator, and terms are accepted
 */
export async function termSheetFile(
  { database, siteSettings }: Pick<Deps, 'database' | 'siteSettings'>,
  viewer: Viewer,
  saleId: string,
): Promise<Buffer> {
  const sale = await database.prisma.sale.findUnique({
    where: { id: idToFind(saleId) },
    include: { signatures: { orderBy: { at: 'asc' } } },
    relationLoadStrategy: 'join',
  });
  if (!sale?.termSheet || !sale.acceptedAt || partsOf(viewer, sale).length === 0) {
    throw new NotFoundError('There is no term sheet');
  }
  const { termSheet: text, acceptedAt, signatures } = sale;
  return termSheetPdf(siteSettings.current().title, { text, acceptedAt, signatures });
}
