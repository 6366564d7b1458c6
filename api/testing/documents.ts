import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A unique PDF of exactly `size` bytes, at least 300 more than the objects. */
export function pdf(size = 400, objects: Buffer | string = ''): Buffer {
  const head = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n'),
    typeof objects === 'string' ? Buffer.from(objects) : objects,
    Buffer.from('\n%'),
  ]);
  const tail = Buffer.from('\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n');
  const filling = size - head.length - tail.length;
  // Random, so that no two documents are the same, and repeated, as large ones take long to make.
  const text = randomBytes(Math.min(Math.ceil(filling / 2), 32_768)).toString('hex');
  return Buffer.concat([head, Buffer.alloc(filling, text), tail]);
}

/** A PNG of one gray pixel. */
export function png(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A JPEG whose coded data has stuffed bytes and restart markers.
 * @param note content of its APP2 segment, which describes what follows the picture
 */
export function jpeg(note?: string): Buffer {
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    ...(note === undefined
      ? []
      : [Buffer.from('ffe2', 'hex'), uint16le(note.length + 2).reverse(), Buffer.from(note)]),
    Buffer.from('ffc0000b080001000101011100', 'hex'),
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.from('1234ff00567fffd0aaff00', 'hex'),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** What Samsung appends to a picture: data, a directory of it, and a marker. */
export function samsungNotes(data: Buffer = randomBytes(99)): Buffer {
  const list = Buffer.concat([
    Buffer.from('SEFH'),
    uint32le(106),
    uint32le(1),
    Buffer.from([0, 0, 0x30, 0x0a]),
    uint32le(data.length),
    uint32le(data.length),
  ]);
  return Buffer.concat([data, list, uint32le(list.length), Buffer.from('SEFT')]);
}

/** An MP4 file of two boxes. */
export const film = (): Buffer =>
  Buffer.concat([
    uint32(24),
    Buffer.from('ftypmp42'),
    Buffer.alloc(12),
    uint32(108),
    Buffer.from('mdat'),
    Buffer.alloc(100, 1),
  ]);

export interface ZipEntry {
  name: string;
  data: Buffer;
  /** The unpacked size that the archive claims, if it is wrong. */
  claimedSize?: number;
  encrypted?: boolean;
  /** The number of the disk that it claims to be on. */
  disk?: number;
}

/** A ZIP archive of these entries. */
export function zip(entries: ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimedSize = data.length, encrypted = false, disk = 0 } of entries) {
    const packed = deflateRawSync(data);
    const facts = Buffer.concat([
      Buffer.from([20, 0, encrypted ? 1 : 0, 0, 8, 0, 0, 0, 0x21, 0x58]),
      uint32le(crc32(data)),
      uint32le(packed.length),
      uint32le(claimedSize),
      uint16le(name.length),
      uint16le(0),
    ]);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed]);
    files.push(file);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        Buffer.from([20, 0]),
        facts,
        uint16le(0),
        uint16le(disk),
        Buffer.alloc(6),
        uint32le(offset),
        Buffer.from(name),
      ]),
    );
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([
    ...files,
    list,
    Buffer.from('PK\u0005\u0006'),
    Buffer.alloc(4),
    uint16le(entries.length),
    uint16le(entries.length),
    uint32le(list.length),
    uint32le(offset),
    uint16le(0),
  ]);
}

const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A copy of an archive that claims to be the second of several parts. */
export function secondDisk(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt16LE(1, archive.lastIndexOf('PK\u0005\u0006') + 4);
  return copy;
}

/** The entries of a minimal Word document. */
export const docxEntries = (mainType = wordMain): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    data: Buffer.from(
      `<Types><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    ),
  },
  { name: '_rels/.rels', data: Buffer.from('<Relationships/>') },
  { name: 'word/document.xml', data: Buffer.from('<w:document><w:body/></w:document>') },
];

export const docx = (more: ZipEntry[] = []): Buffer => zip([...docxEntries(), ...more]);

const free = 0xffffffff;
const endOfChain = 0xfffffffe;
const tableMark = 0xfffffffd;

/** A compound file (MS-CFB, version 3) with streams of these names, as in old Word documents. */
export function compoundFile(streams: string[]): Buffer {
  const header = Buffer.alloc(512, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 24);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.fill(0, 34, 44);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.fill(0, 52, 60);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(0, 64);
  header.writeUInt32LE(endOfChain, 68);
  header.writeUInt32LE(0, 72);
  header.writeUInt32LE(0, 76);
  // Four directory entries per sector; the directory begins in the second sector.
  const names = ['Root Entry', ...streams];
  const folderSectors = Math.ceil(names.length / 4);
  const folder = Buffer.alloc(folderSectors * 512);
  names.forEach((name, index) => {
    folder.write(name, index * 128, 'utf16le');
    folder.writeUInt16LE((name.length + 1) * 2, index * 128 + 64);
  });
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(tableMark, 0);
  for (let sector = 1; sector < 128; sector += 1) {
    const next = sector < folderSectors ? sector + 1 : endOfChain;
    table.writeUInt32LE(sector <= folderSectors ? next : free, sector * 4);
  }
  return Buffer.concat([header, table, folder]);
}

export const doc = (): Buffer => compoundFile(['WordDocument', '1Table', 'Data', 'CompObj']);

/** The beginning of a Windows program. */
export const program = (): Buffer =>
  Buffer.concat([
    Buffer.from('MZ'),
    Buffer.alloc(58),
    uint32le(64),
    Buffer.from('PE\0\0'),
    Buffer.alloc(400, 1),
  ]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const uint32le = (value: number): Buffer => uint32(value).reverse();

const uint16le = (value: number): Buffer => uint32le(value).subarray(0, 2);
