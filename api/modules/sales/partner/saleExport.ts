import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import type { Deps } from '#api/context/context.ts';
import type { ContractDocument, Prisma, SaleStep } from '#api/generated/prisma/client.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { documentKey } from '#api/modules/contracts/uploads/keys.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { formatDay } from '#common/dayWords.ts';
import { formatMoney } from '#common/money.ts';
import { actorWords, stepRule } from '../closing/steps.ts';
import { termSheetPdf } from '../moves/termSheet.ts';

type ExportDeps = Pick<Deps, 'database' | 'storage' | 'siteSettings' | 'rateLimits' | 'log'>;

/**
 * All papers of a closing in one ZIP: the term sheet with the steps as a PDF, and the documents of
 * the steps. A note stands in for a document that is missing in the storage.
 * @param reader as in the audit log, and in the limit of downloads
 * @throws {NotFoundError} if there is no closing
 * @throws {RateLimitedError}
 */
export async function saleExport(
  { database, storage, siteSettings, rateLimits, log }: ExportDeps,
  reader: { limitedAs: string; audited: Parameters<typeof recordAudit>[1] },
  saleId: string,
): Promise<Readable> {
  await rateLimits.spend('exportByAccount', reader.limitedAs);
  const sale = await database.prisma.sale.findUnique({
    where: { id: idToFind(saleId), agreedAt: { not: null } },
    include: exported,
    relationLoadStrategy: 'join',
  });
  if (!sale) throw new NotFoundError('There is no closing');
  const { termSheet: text, acceptedAt, signatures, terms } = sale;
  if (text === null || !acceptedAt) throw new Error(`Sale ${sale.id} has no accepted terms`);
  const papers = await Promise.all(
    sale.steps.map(async ({ document, ...step }, place) => {
      if (!document) return { step, paper: undefined };
      const stored = await storage.stat(documentKey(document));
      const isMissing = stored?.size !== document.size;
      if (isMissing) log.error({ document: document.id }, 'a document of a closing is missing');
      const name = `documents/${String(place + 1).padStart(2, '0')}-${step.step}-${safeName(document)}`;
      return {
        step,
        paper: { document, isMissing, name: isMissing ? `${name}-MISSING.txt` : name },
      };
    }),
  );
  const pdf = await termSheetPdf(siteSettings.current().title, {
    text,
    acceptedAt,
    signatures,
    closing: {
      reference: sale.id,
      steps: papers.map(({ step, paper }) => ({
        label: stepRule(step.step).title,
        text: [
          ...stepLines(step, terms[0]?.currency ?? ''),
          ...(paper ? [documentLine(paper.document, paper.isMissing)] : []),
        ].join('\n'),
      })),
    },
  });
  await database.prisma.$transaction((transaction) =>
    recordAudit(transaction, reader.audited, 'sale.export', sale.id),
  );
  const files: ZippedFile[] = [
    { name: 'term-sheet-and-steps.pdf', read: () => Promise.resolve([pdf]) },
    ...papers
      .flatMap(({ paper }) => (paper ? [paper] : []))
      .map(({ document, isMissing, name }): ZippedFile => ({
        name,
        read: () =>
          isMissing
            ? Promise.resolve([Buffer.from(`${documentLine(document, true)}\n`)])
            : storage.read(documentKey(document)),
      })),
  ];
  return Readable.from(zipped(files));
}

const exported = {
  signatures: { orderBy: { at: 'asc' } },
  steps: { orderBy: { step: 'asc' }, include: { document: true } },
  terms: { take: 1 },
} as const satisfies Prisma.SaleInclude;

interface ZippedFile {
  name: string;
  read: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/** A ZIP of files that are not compressed, as PDF and pictures are already; one is read at a time. */
async function* zipped(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for (const { name, read } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of await read()) {
      entry.push(piece);
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* made;
}

/** The end of a name, with its ending, in characters that every system takes. */
const safeName = ({ fileName }: Pick<ContractDocument, 'fileName'>): string =>
  (fileName ?? '').replaceAll(/[^\p{L}\p{N}. _-]/gu, '_').slice(-100);

const documentLine = (
  { fileName, sha256 }: Pick<ContractDocument, 'fileName' | 'sha256'>,
  isMissing: boolean,
): string =>
  `Document: ${fileName ?? ''}${isMissing ? ' (missing in the storage: ask our team for it)' : ''}\nSHA-256 ${sha256 ?? ''}`;

const stateWords = {
  waiting: 'Later',
  open: 'Open',
  done: 'Done',
  waived: 'Left out',
  failed: 'Failed',
};

function stepLines(step: SaleStep, currency: string): string[] {
  const { state, dueOn, doneAt, validUntil } = step;
  const money = (amount: number | null) => amount !== null && formatMoney({ amount, currency });
  const facts = [
    ['Amount', money(step.amountCents)],
    ['Owed to the resort', money(step.feesOwedCents)],
    ['Next year of use', step.nextUseYear],
    ['The resort stands by it until', validUntil && formatDay(validUntil)],
    ['County or registry', step.registry],
    ['Book', step.book],
    ['Page', step.page],
    ['Number', step.instrument],
  ] as const;
  const when = doneAt
    ? ` on ${doneAt.toISOString()}`
    : state === 'open' && dueOn
      ? `: ${actorWords[stepRule(step.step).actor]}, until ${formatDay(dueOn)}`
      : '';
  return [
    `${stateWords[state]}${when}`,
    ...facts.flatMap(([label, value]) =>
      value === null || value === false ? [] : [`${label}: ${value}`],
    ),
  ];
}
