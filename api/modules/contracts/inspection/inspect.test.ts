import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compoundFile,
  doc,
  docx,
  docxEntries,
  film,
  jpeg,
  pdf,
  png,
  program,
  samsungNotes,
  secondDisk,
  zip,
} from '#api/testing/documents.ts';
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

const scripts = 'PDFs with JavaScript are refused. Print it to a new PDF and upload that';
const programs = 'PDFs that start programs are refused. Print it to a new PDF and upload that';
const unreadablePdf =
  "The PDF is packed in a way that can't be looked into. Print it to a new PDF and upload that";
const disks =
  'The Word document is part of an archive on several disks. Save it again and upload that';
const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A PDF object stream that contains one object, compressed by default. */
const objectStream = (
  object: string,
  dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
): Buffer =>
  joined(
    `3 0 obj << ${dictionary} >> stream\r\n`,
    deflateSync(Buffer.from(`2 0 ${object}`)),
    '\nendstream endobj',
  );

/** The relationships of the settings of a Word document. */
const relationships = (type: string, mode: string) => ({
  name: 'word/_rels/settings.xml.rels',
  data: Buffer.from(
    `<Relationships xmlns="x"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="https://evil.example/a.dotm" ${mode}/></Relationships>`,
  ),
});

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
    ['a JPEG with an announced depth picture', () => joined(jpeg('MPF\0MM'), jpeg()), 'image/jpeg'],
    ['a JPEG with an announced video', () => joined(jpeg('MotionPhoto'), film()), 'image/jpeg'],
    ['a JPEG with notes after it', () => joined(jpeg(), samsungNotes()), 'image/jpeg'],
    [
      'a JPEG with a picture and notes after it',
      () => joined(jpeg('MPF\0MM'), jpeg(), samsungNotes()),
      'image/jpeg',
    ],
    [
      'a PDF with objects in a stream',
      () => pdf(900, objectStream('<< /Type /Page >>')),
      'application/pdf',
    ],
    [
      'a PDF with names that only start like actions',
      () => pdf(900, '<< /LaunchPad /JavaScripts (about JavaScript) >>'),
      'application/pdf',
    ],
    [
      'a Word document with links',
      () => docx([relationships('hyperlink', 'TargetMode="External"')]),
      docxType,
    ],
    [
      'a Word document with an embedded template',
      () => docx([relationships('attachedTemplate', 'TargetMode="Internal"')]),
      docxType,
    ],
    ['a JPEG padded with zeros', () => joined(jpeg(), Buffer.alloc(3000)), 'image/jpeg'],
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
    ['an empty file', () => Buffer.alloc(0), 'The file is empty'],
    ['a program', program, notOurs],
    ['a text file', () => Buffer.from('I own week 27. Signed: me.'), notOurs],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notOurs],
    ['an SVG picture with a script', () => Buffer.from('<svg onload="x()"/>'), notOurs],
    ['a PDF after a line end', () => joined('\n', pdf()), notOurs],
    ['a PDF after a byte order mark', () => joined('\ufeff', pdf()), holdsMore],
    ['a program with a PDF in it', () => joined(program(), pdf()), notOurs],

    ['half a PDF', () => pdf(4000).subarray(0, 2000), brokenPdf],
    ['a PDF without startxref', () => joined('%PDF-1.7\n', '%%EOF'), brokenPdf],
    ['a PDF with a program after it', () => joined(pdf(), program()), holdsMore],
    ['a PDF with HTML after it', () => joined(pdf(), '<script>alert(1)</script>'), holdsMore],
    ['a PDF with an archive after it', () => joined(pdf(), archive), holdsMore],
    [
      'a PDF with an archive in it',
      () => joined('%PDF-1.7\n', archive, pdf().subarray(9)),
      holdsMore,
    ],

    ...(
      [
        ['JavaScript', scripts],
        ['Java#53cript', scripts],
        ['#4a#61#76#61#53#63#72#69#70#74', scripts],
        ['Launch', programs],
        ['Laun#63h', programs],
      ] as const
    ).flatMap(([name, message]): [string, () => Buffer, string][] => {
      const action = `<< /Type /Action /S /${name} /JS (x) >>`;
      const far = `%${'x'.repeat(64 * 1024 - 90)}\n`;
      return [
        [`a PDF with the action ${name}`, () => pdf(900, `2 0 obj ${action} endobj`), message],
        [
          `a PDF with the action ${name} without blanks`,
          () => pdf(900, `2 0 obj<</S/${name}/JS(x)>>endobj`),
          message,
        ],
        [
          `a PDF with the action ${name} in an object stream`,
          () => pdf(900, objectStream(action)),
          message,
        ],
        [
          `a PDF with the action ${name} in an object stream without a type`,
          () => pdf(900, objectStream(action, '/N 1 /First 4 /Filter [/FlateDecode]')),
          message,
        ],
        [
          `a PDF with the action ${name} in an object stream that isn't packed`,
          () =>
            pdf(
              900,
              `3 0 obj << /Type /ObjStm /N 1 /First 4 >> stream\n2 0 ${action}\nendstream endobj`,
            ),
          message,
        ],
        [
          `a PDF with the action ${name} after a megabyte`,
          () => joined(pdf(1_100_000, joined(far, objectStream(action)))),
          message,
        ],
      ];
    }),
    [
      'a PDF with an action far after its beginning',
      () => pdf(200_000, `%${'x'.repeat(130_000)}\n2 0 obj << /S /Launch /F (a.exe) >> endobj`),
      programs,
    ],
    [
      'a PDF with an action where one read ends and the next begins',
      () => {
        const start = pdf().indexOf('endobj\n') + 'endobj\n'.length;
        const filling = 64 * 1024 - start - '%\n2 0 obj<</S/Java'.length;
        const content = pdf(
          70_000,
          `%${'x'.repeat(filling)}\n2 0 obj<</S/JavaScript/JS(x)>>endobj`,
        );
        expect(content.indexOf('Script')).toBe(64 * 1024);
        return content;
      },
      scripts,
    ],
    [
      'a PDF with an action in an object stream whose type is written as #xx',
      () =>
        pdf(
          900,
          objectStream('<< /S /Launch >>', '/Type /Obj#53tm /N 1 /F#69rst 4 /Filter /FlateDecode'),
        ),
      programs,
    ],
    [
      'a PDF whose objects are packed with a predictor',
      () =>
        pdf(
          900,
          objectStream(
            'x',
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
          ),
        ),
      unreadablePdf,
    ],
    [
      'a PDF with too many object streams',
      () => pdf(1_000_000, joined(...Array.from({ length: 5_001 }, () => objectStream('x')))),
      unreadablePdf,
    ],
    [
      'a PDF whose objects are packed twice',
      () =>
        pdf(
          900,
          objectStream('x', '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]'),
        ),
      unreadablePdf,
    ],
    [
      'a PDF whose objects unpack to too much',
      () => pdf(60_000, objectStream(' '.repeat(20_000_000))),
      unreadablePdf,
    ],
    [
      'a PDF whose objects never end',
      () => pdf(900, '3 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >> stream\n'),
      unreadablePdf,
    ],

    ['half a JPEG', () => jpeg().subarray(0, 40), brokenJpeg],
    ['a JPEG without segments', () => Buffer.from('ffd8ffe0', 'hex'), brokenJpeg],
    [
      'a JPEG with too many empty segments',
      () =>
        joined(
          jpeg().subarray(0, 20),
          Buffer.from('ffe00002'.repeat(20_000), 'hex'),
          jpeg().subarray(20),
        ),
      brokenJpeg,
    ],
    ['a JPEG with another one after it', () => joined(jpeg(), jpeg()), holdsMore],
    ['a JPEG with a video after it', () => joined(jpeg(), film()), holdsMore],
    [
      'a JPEG with a video and a program after it',
      () => joined(jpeg('MotionPhoto'), film(), program()),
      holdsMore,
    ],
    [
      'a JPEG with a video and boxes no video has',
      () => joined(jpeg('MotionPhoto'), film(), Buffer.from('0000000c', 'hex'), 'evilcode'),
      holdsMore,
    ],
    [
      'a JPEG with a truncated video',
      () => joined(jpeg('MotionPhoto'), film().subarray(0, -1)),
      holdsMore,
    ],
    [
      'a JPEG with a program within the list of its notes',
      () => {
        const notes = samsungNotes();
        const mark = Buffer.concat([notes.subarray(-8, -4), Buffer.from('SEFT')]);
        mark.writeUInt32LE(mark.readUInt32LE(0) + program().length);
        return joined(jpeg(), notes.subarray(0, -8), program(), mark);
      },
      holdsMore,
    ],
    [
      'a JPEG with a program after many zeros',
      () => joined(jpeg(), Buffer.alloc(100_000), program()),
      holdsMore,
    ],
    [
      'a JPEG with pictures and a program after it',
      () => joined(jpeg('MPF\0MM'), jpeg(), program()),
      holdsMore,
    ],
    [
      'a JPEG with twenty pictures after it',
      () => joined(jpeg('MPF\0MM'), ...Array.from({ length: 20 }, () => jpeg())),
      holdsMore,
    ],
    [
      'a JPEG with a program that ends like notes',
      () => joined(jpeg(), program(), 'SEFT'),
      holdsMore,
    ],
    [
      'a JPEG with a program before its notes',
      () => joined(jpeg(), program(), samsungNotes()),
      holdsMore,
    ],
    [
      'a JPEG with a part of an archive after it',
      () => joined(jpeg(), secondDisk(archive)),
      holdsMore,
    ],
    [
      'a JPEG with notes around a part of an archive',
      () => joined(jpeg(), samsungNotes(secondDisk(archive))),
      holdsMore,
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
    [
      'an old Word document with macros in another case',
      () => compoundFile(['WordDocument', 'MACROS']),
      macros,
    ],
    ['half an old Word document', () => doc().subarray(0, 700), brokenWord],
    ['an old Word document with an archive after it', () => joined(doc(), archive), holdsMore],
    [
      'an old Word document with many zeros after it',
      () => joined(doc(), Buffer.alloc(99_999)),
      holdsMore,
    ],
    [
      'an old Word document whose directory never ends',
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
      'a Word document with macros in another case',
      () => docx([{ name: 'Word/VBAPROJECT.BIN', data: Buffer.from('Sub AutoOpen()') }]),
      macros,
    ],
    [
      'a Word document with the data of macros',
      () => docx([{ name: 'word/vbaData.xml', data: Buffer.from('<wne:vbaSuppData/>') }]),
      macros,
    ],
    [
      'a macro-enabled Word document, its list of types in another case',
      () =>
        zip(
          docxEntries('application/vnd.ms-word.document.macroEnabled.main+xml').map((entry) => ({
            ...entry,
            name: entry.name.replace('Content_Types', 'CONTENT_TYPES'),
          })),
        ),
      macros,
    ],
    [
      'a Word document with macros of another name',
      () =>
        zip(
          docxEntries(`${wordMain}"/><Override ContentType="application/vnd.ms-office.VbaProject`),
        ),
      macros,
    ],
    [
      'a macro-enabled Word document in another case',
      () => zip(docxEntries('application/vnd.ms-word.document.MACROENABLED.main+xml')),
      macros,
    ],
    [
      'a macro-enabled Word document, its type written with entities',
      () => zip(docxEntries(`${wordMain}"/><Override ContentType="m&#97;cro&#x45;nabled`)),
      macros,
    ],
    [
      'a Word document with a control that runs code',
      () => docx([{ name: 'word/activeX/activeX1.bin', data: Buffer.from('x') }]),
      macros,
    ],
    [
      'a Word document with a second list of types',
      () => docx([{ name: '[content_types].XML', data: Buffer.from('<Types/>') }]),
      brokenWord,
    ],
    [
      'a Word document that holds its text twice',
      () => docx([{ name: 'word/Document.xml', data: Buffer.from('<w:document/>') }]),
      brokenWord,
    ],
    [
      'a Word document without its text',
      () => zip(docxEntries().filter(({ name }) => name !== 'word/document.xml')),
      brokenWord,
    ],
    [
      'a Word document whose parts define entities',
      () =>
        docx([
          {
            name: 'word/_rels/a.rels',
            data: Buffer.from(
              '<!DOCTYPE x [<!ENTITY e "External">]><Relationship Type="x/image" TargetMode="&e;"/>',
            ),
          },
        ]),
      brokenWord,
    ],
    [
      'a Word document whose parts are written in UTF-16',
      () => docx([{ name: 'word/_rels/a.rels', data: Buffer.from('<Relationships/>', 'utf16le') }]),
      brokenWord,
    ],
    ...(
      [
        ['', 'TargetMode="External"'],
        ['in another case', "targetmode = 'EXTERNAL'"],
        ['in entities', 'TargetMode="&#69;xtern&#x61;l"'],
      ] as const
    ).map(([how, mode]): [string, () => Buffer, string] => [
      `a Word document with a template from elsewhere ${how}`,
      () => docx([relationships('attachedTemplate', mode)]),
      'The Word document loads a template from elsewhere. Save it as PDF and upload that',
    ]),
    [
      'a Word document with a picture from elsewhere, its names with a prefix',
      () =>
        docx([
          {
            name: 'word/_rels/a.rels',
            data: Buffer.from('<p:Relationship Type="x/image" TargetMode="External"/>'),
          },
        ]),
      'The Word document loads parts from elsewhere. Save it as PDF and upload that',
    ],
    [
      'a Word document with a picture from elsewhere',
      () => docx([relationships('image', 'TargetMode="External"')]),
      'The Word document loads parts from elsewhere. Save it as PDF and upload that',
    ],
    ['a Word document of several disks', () => secondDisk(docx()), disks],
    [
      'a Word document with a part on another disk',
      () => docx([{ name: 'word/a.xml', data: Buffer.from('x'), disk: 1 }]),
      disks,
    ],
    [
      'a macro-enabled Word document',
      () => zip(docxEntries('application/vnd.ms-word.document.macroEnabled.main+xml')),
      macros,
    ],
    [
      'a Word document with a program in it',
      () => docx([{ name: 'word/setup.EXE', data: program() }]),
      holdsMore,
    ],
    [
      'a Word document that is also a Java archive',
      () => docx([{ name: 'META-INF/MANIFEST.MF', data: Buffer.from('Main-Class: Evil') }]),
      holdsMore,
    ],
    [
      'a Word document with an encrypted part',
      () => docx([{ name: 'word/media/a.png', data: Buffer.from('x'), encrypted: true }]),
      brokenWord,
    ],
    [
      'a Word document with a path out of its folder',
      () => docx([{ name: '../../etc/cron.d/x', data: Buffer.from('x') }]),
      brokenWord,
    ],

    [
      'a zip bomb: one entry that packs to a thousandth',
      () => docx([{ name: 'word/media/a.bin', data: Buffer.alloc(40 * 1024 * 1024) }]),
      tooMuch,
    ],
    [
      'a zip bomb that declares a false size',
      () =>
        docx([
          { name: 'word/media/a.bin', data: Buffer.alloc(40 * 1024 * 1024), claimedSize: 1_000 },
        ]),
      brokenWord,
    ],
    [
      'a zip bomb of many entries, each within the limit',
      () => {
        const data = Buffer.alloc(4 * 1024 * 1024);
        return docx(
          Array.from({ length: 60 }, (_, index) => ({ name: `word/media/${index}.bin`, data })),
        );
      },
      tooMuch,
    ],
    [
      'a zip bomb of too many entries',
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
      'a zip bomb in the list of content types',
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

  it('never crashes on a document with changed bytes', async () => {
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
