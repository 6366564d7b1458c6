import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compoundFile,
  doc,
  docx,
  docxEntries,
  jpeg,
  pdf,
  png,
  program,
  zip,
} from '../../../testing/documents.ts';
import { inspectDocument } from './inspect.ts';
import { RefusedFileError } from './refused.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideweek-inspect-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspect(content: Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return (await inspectDocument(path)).contentType;
}

const joined = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

const holdsMore = 'The file holds something besides the document and was refused';
const tooMuch = 'The Word document unpacks to too much and was refused';
const macros = 'Documents with macros are refused. Save it as PDF and upload that';
const notOurs =
  'The file is not what it seems: only PDF, Word, JPEG and PNG documents can be uploaded';
const brokenPdf = 'The file is no complete PDF. Save it again and upload that';
const brokenWord = 'The file is no complete Word document. Save it again and upload that';
const brokenJpeg = 'The file is no complete JPEG picture. Save it again and upload that';
const brokenPng = 'The file is no complete PNG picture. Save it again and upload that';

const archive = zip([{ name: 'hello.txt', data: Buffer.from('hello') }]);
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('a document', () => {
  it.each<[string, () => Buffer, string]>([
    ['a PDF', pdf, 'application/pdf'],
    ['a PDF of 3 MB', () => pdf(3_000_000), 'application/pdf'],
    [
      'a PDF with line ends and zeros after it',
      () => joined(pdf(), '\r\n\n\0\0'),
      'application/pdf',
    ],
    ['a PDF that was saved twice', () => joined(pdf(), pdf().subarray(9)), 'application/pdf'],
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a JPEG with a depth picture after it', () => joined(jpeg(), jpeg()), 'image/jpeg'],
    [
      'a JPEG with a film after it',
      () => joined(jpeg(), '\0\0\0\u0018ftypmp42', randomBytes(99)),
      'image/jpeg',
    ],
    ['a JPEG with notes after it', () => joined(jpeg(), randomBytes(99), 'SEFT'), 'image/jpeg'],
    ['a JPEG filled up with zeros', () => joined(jpeg(), Buffer.alloc(3000)), 'image/jpeg'],
    ['an old Word document', doc, 'application/msword'],
    ['a Word document', docx, docxType],
    [
      'a Word document with much text',
      () => docx([{ name: 'word/media/a.emf', data: Buffer.alloc(4 * 1024 * 1024, 'text ') }]),
      docxType,
    ],
  ])('is known by its content: %s', async (_name, make, contentType) => {
    expect(await inspect(make())).toBe(contentType);
  });
});

describe('refused is', () => {
  it.each<[string, () => Buffer, string]>([
    ['nothing', () => Buffer.alloc(0), 'The file is empty'],
    ['a program', program, notOurs],
    ['a text', () => Buffer.from('I own week 27. Signed: me.'), notOurs],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notOurs],
    ['a picture that is a program for browsers', () => Buffer.from('<svg onload="x()"/>'), notOurs],
    ['a PDF that begins later', () => joined('\n', pdf()), notOurs],
    ['a program with a PDF in it', () => joined(program(), pdf()), notOurs],

    ['half a PDF', () => pdf(4000).subarray(0, 2000), brokenPdf],
    ['a PDF without a place to start', () => joined('%PDF-1.7\n', '%%EOF'), brokenPdf],
    ['a PDF with a program after it', () => joined(pdf(), program()), holdsMore],
    ['a PDF with a page after it', () => joined(pdf(), '<script>alert(1)</script>'), holdsMore],
    ['a PDF with an archive after it', () => joined(pdf(), archive), holdsMore],
    [
      'a PDF with an archive in it',
      () => joined('%PDF-1.7\n', archive, pdf().subarray(9)),
      holdsMore,
    ],

    ['half a JPEG', () => jpeg().subarray(0, 40), brokenJpeg],
    ['a JPEG of nothing', () => Buffer.from('ffd8ffe0', 'hex'), brokenJpeg],
    [
      'a JPEG of endless empty segments',
      () => joined(jpeg().subarray(0, 20), Buffer.from('ffe00002'.repeat(200_000), 'hex')),
      brokenJpeg,
    ],
    ['a JPEG with a program after it', () => joined(jpeg(), program()), holdsMore],
    [
      'a JPEG with a program after zeros',
      () => joined(jpeg(), '\0'.repeat(20), program()),
      holdsMore,
    ],
    ['a JPEG with an archive after it', () => joined(jpeg(), archive), holdsMore],
    [
      'a JPEG with pictures and an archive after it',
      () => joined(jpeg(), jpeg(), archive),
      holdsMore,
    ],
    [
      'a JPEG with a PDF in its comment',
      () =>
        joined(
          jpeg().subarray(0, 20),
          Buffer.from('fffe0192', 'hex'),
          pdf(400),
          jpeg().subarray(20),
        ),
      holdsMore,
    ],

    ['half a PNG', () => png().subarray(0, 40), brokenPng],
    [
      'a PNG without its first chunk',
      () => joined(png().subarray(0, 8), png().subarray(33)),
      brokenPng,
    ],
    ['a PNG with a program after it', () => joined(png(), program()), holdsMore],
    ['a PNG with an archive after it', () => joined(png(), archive), holdsMore],

    ['an installer or a spreadsheet', () => compoundFile(['Workbook']), brokenWord],
    ['an old Word document with macros', () => compoundFile(['WordDocument', 'Macros']), macros],
    ['half an old Word document', () => doc().subarray(0, 700), brokenWord],
    ['an old Word document with an archive after it', () => joined(doc(), archive), holdsMore],
    [
      'an old Word document with much after it',
      () => joined(doc(), Buffer.alloc(99_999)),
      holdsMore,
    ],
    [
      'an old Word document whose folder never ends',
      () => {
        const content = doc();
        content.writeUInt32LE(1, 512 + 4);
        return content;
      },
      brokenWord,
    ],

    ['an archive', () => archive, brokenWord],
    ['half a Word document', () => docx().subarray(0, 300), brokenWord],
    ['a Word document with a program after it', () => joined(docx(), program()), brokenWord],
    ['a program with a Word document after it', () => joined(program(), docx()), notOurs],
    [
      'a Word document with a PDF at its start',
      () => zip([{ name: '%PDF-1.7', data: Buffer.from('x') }, ...docxEntries()]),
      holdsMore,
    ],
    ['a spreadsheet', () => zip(docxEntries('application/spreadsheetml')), brokenWord],
    [
      'a Word document with macros',
      () => docx([{ name: 'word/vbaProject.bin', data: Buffer.from('Sub AutoOpen()') }]),
      macros,
    ],
    [
      'a Word document of the kind with macros',
      () => zip(docxEntries('application/vnd.ms-word.document.macroEnabled.main+xml')),
      macros,
    ],
    [
      'a Word document with a program in it',
      () => docx([{ name: 'word/setup.EXE', data: program() }]),
      holdsMore,
    ],
    [
      'a Word document that is a program for Java too',
      () => docx([{ name: 'META-INF/MANIFEST.MF', data: Buffer.from('Main-Class: Evil') }]),
      holdsMore,
    ],
    [
      'a Word document with a secret part',
      () => docx([{ name: 'word/media/a.png', data: Buffer.from('x'), encrypted: true }]),
      brokenWord,
    ],
    [
      'a Word document that leads out of its folder',
      () => docx([{ name: '../../etc/cron.d/x', data: Buffer.from('x') }]),
      brokenWord,
    ],

    [
      'a bomb: one entry that packs to a thousandth',
      () => docx([{ name: 'word/media/a.bin', data: Buffer.alloc(40 * 1024 * 1024) }]),
      tooMuch,
    ],
    [
      'a bomb that lies about its size',
      () =>
        docx([
          { name: 'word/media/a.bin', data: Buffer.alloc(40 * 1024 * 1024), claimedSize: 1_000 },
        ]),
      brokenWord,
    ],
    [
      'a bomb of many entries, each within the limit',
      () => {
        const data = Buffer.alloc(4 * 1024 * 1024);
        return docx(
          Array.from({ length: 60 }, (_, index) => ({ name: `word/media/${index}.bin`, data })),
        );
      },
      tooMuch,
    ],
    [
      'a bomb of very many entries',
      () =>
        docx(
          Array.from({ length: 2_000 }, (_, index) => ({
            name: `x/${index}`,
            data: Buffer.alloc(0),
          })),
        ),
      tooMuch,
    ],
    [
      'a bomb in the list of content types',
      () => {
        const [, ...others] = docxEntries();
        return zip([
          { name: '[Content_Types].xml', data: Buffer.alloc(2 * 1024 * 1024, ' ') },
          ...others,
        ]);
      },
      tooMuch,
    ],
  ])('%s', async (_name, make, message) => {
    const refused = inspect(make());
    await expect(refused).rejects.toThrow(RefusedFileError);
    await expect(refused).rejects.toThrow(message);
  });

  it('whatever a document becomes when bytes of it are changed, without a crash', async () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (const make of [pdf, png, jpeg, doc, docx]) {
      for (let round = 0; round < 150; round += 1) {
        const content = make();
        for (let change = 0; change <= next(8); change += 1) {
          content[next(content.length)] = next(256);
        }
        const cut = next(4) === 0 ? content.subarray(0, next(content.length)) : content;
        const outcome = await inspect(cut).catch((error: unknown) => error);
        expect(typeof outcome === 'string' || outcome instanceof RefusedFileError).toBe(true);
      }
    }
  });
});
