import { bytesAt, type OpenFile } from './openFile.ts';
import { damaged, holdsMacros, holdsMore } from './refused.ts';

const entryBytes = 128;
const headerBytes = 512;
/** Larger values in the sector table are markers, not sector numbers (MS-CFB, 2.1). */
const lastSector = 0xfffffffa;
const mostFolderSectors = 2_000;

interface Compound {
  file: OpenFile;
  sectorBytes: number;
  tableSectors: number[];
}

/**
 * Checks a .doc: a compound file with the stream WordDocument (MS-CFB, MS-DOC 2.1). Other compound
 * files, such as installers and spreadsheets, begin with the same bytes.
 */
export async function checkDoc(file: OpenFile): Promise<void> {
  const header = await bytesAt(file, 0, headerBytes);
  const shift = header.length < headerBytes ? 0 : header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) {
    throw damaged('Word document');
  }
  const sectorBytes = 2 ** shift;
  const compound = { file, sectorBytes, tableSectors: await tableOf(file, header, sectorBytes) };
  const entriesInTable = (compound.tableSectors.length * sectorBytes) / 4;
  if (file.size > (entriesInTable + 1) * sectorBytes) {
    throw holdsMore();
  }
  const names = await streamNames(compound, header.readUInt32LE(48));
  if (!names.includes('WordDocument')) {
    throw damaged('Word document');
  }
  if (names.some((name) => ['macros', 'vba', '_vba_project'].includes(name.toLowerCase()))) {
    throw holdsMacros();
  }
}

/** The sectors of the sector table: the header lists 109, further sectors list the rest. */
async function tableOf(file: OpenFile, header: Buffer, sectorBytes: number): Promise<number[]> {
  const sectors = numbersIn(header.subarray(76));
  const perSector = sectorBytes / 4 - 1;
  let next = header.readUInt32LE(68);
  // At most as many list sectors as the size of the file requires: a cycle ends here.
  for (let left = Math.ceil(file.size / sectorBytes / perSector); next <= lastSector; left -= 1) {
    const sector = await bytesAt(file, (next + 1) * sectorBytes, sectorBytes);
    if (left <= 0 || sector.length < sectorBytes) {
      throw damaged('Word document');
    }
    sectors.push(...numbersIn(sector.subarray(0, -4)));
    next = sector.readUInt32LE(sectorBytes - 4);
  }
  return sectors.filter((sector) => sector <= lastSector);
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));

async function streamNames(compound: Compound, first: number): Promise<string[]> {
  const { file, sectorBytes } = compound;
  const names: string[] = [];
  let sector = first;
  for (let count = 0; sector <= lastSector; count += 1) {
    const bytes = await bytesAt(file, (sector + 1) * sectorBytes, sectorBytes);
    if (count > mostFolderSectors || bytes.length < sectorBytes) {
      throw damaged('Word document');
    }
    for (let at = 0; at < sectorBytes; at += entryBytes) {
      // In bytes, with the zero at the end; the field of the name has 64 bytes.
      const length = Math.min(64, bytes.readUInt16LE(at + 64));
      names.push(bytes.toString('utf16le', at, at + Math.max(0, length - 2)));
    }
    sector = await sectorAfter(compound, sector);
  }
  return names;
}

async function sectorAfter(
  { file, sectorBytes, tableSectors }: Compound,
  sector: number,
): Promise<number> {
  const perSector = sectorBytes / 4;
  const table = tableSectors[Math.floor(sector / perSector)];
  if (table === undefined) {
    throw damaged('Word document');
  }
  const place = (table + 1) * sectorBytes + (sector % perSector) * 4;
  const entry = await bytesAt(file, place, 4);
  if (entry.length < 4) {
    throw damaged('Word document');
  }
  return entry.readUInt32LE(0);
}
