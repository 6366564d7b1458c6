import type { Deps } from '#api/context/context.ts';
import { formatMoney } from '#common/money.ts';
import { requireFound } from '#api/platform/errors.ts';
import { pdfDocument } from '#api/platform/files/pdf.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { signedIn } from '#api/modules/access/signedIn.ts';
import { findReceipt } from './receipts.ts';

/**
 * A receipt as a PDF.
 * @throws {SignInRequiredError}
 * @throws {NotFoundError} also if it is not for this person
 */
export async function receiptFile(
  deps: Pick<Deps, 'database' | 'siteSettings'>,
  viewer: Viewer | null,
  bookingId: string,
  number: string,
): Promise<Buffer> {
  const receipt = await findReceipt(deps, signedIn(viewer), bookingId, number);
  requireFound(receipt, 'Receipt not found');
  const { title, issuer, issuedAt, recipient, facts, lines, total, note } = receipt;
  const document = pdfDocument({ title, footer: issuer.join(' · '), at: issuedAt });
  document.line('From', issuer.join('\n'));
  document.line('To', recipient);
  for (const { label, text } of facts) {
    document.line(label, text);
  }
  document.table(
    [{ title: 'What' }, { title: 'Amount', width: 130, isAmount: true }],
    [...lines, total].map(({ label, cents: amount, currency }) => [
      label,
      formatMoney({ amount, currency }),
    ]),
  );
  if (note !== null) {
    document.paragraph(note);
  }
  return document.end();
}
