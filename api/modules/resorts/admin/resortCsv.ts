import {
  csvLines,
  CsvError,
  defused,
  readCsv,
  refuseTwice,
  undefused,
  type CsvTable,
} from '#api/platform/files/csv.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { ListedResort } from './resortDirectory.ts';
import { importedResortInput, type NewResort } from './resortInput.ts';
import { seasonText } from './seasons.ts';

const exampleLine = {
  slug: '',
  name: 'Example Resort (replace this line)',
  location: 'Oranjestad, Aruba',
  destination: 'Caribbean',
  description: 'What a guest should know about the resort.',
  imageUrl: '',
  amenities: 'Pool, Beach access, Kitchen',
  rating: '',
  availableRentals: '',
  priceMin: '150',
  priceMax: '300',
  isNewAvailability: 'no',
  brand: 'Independent',
  city: 'Oranjestad',
  region: '',
  country: 'Aruba',
  latitude: '12.5186',
  longitude: '-70.0358',
  timezone: 'America/Aruba',
  certificateEmail: '',
  certificateLeadDays: '',
  weekRule: '',
  seasons: '',
};

type Column = keyof typeof exampleLine;

const columns = Object.keys(exampleLine) as Column[];

const requiredColumns: readonly Column[] = ['name', 'location', 'destination', 'description'];

const mostLines = 20_000;

export interface CsvResort extends NewResort {
  slug: string | null;
}

export interface CsvProblem {
  line: number;
  name: string;
  messages: string[];
}

/**
 * The resorts of a CSV file, and the lines that can't be imported.
 * @throws {InvalidInputError} naming file, if the file as a whole is invalid
 */
export async function readResortCsv(
  text: string,
): Promise<{ resorts: CsvResort[]; problems: CsvProblem[] }> {
  try {
    return await readResorts(await readCsv([text]));
  } catch (error) {
    throw error instanceof CsvError ? refused(`The file can't be read: ${error.message}`) : error;
  }
}

async function readResorts({
  columns: header,
  rows,
}: CsvTable): Promise<{ resorts: CsvResort[]; problems: CsvProblem[] }> {
  const names = readHeader(header);
  const resorts: CsvResort[] = [];
  const problems: CsvProblem[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > mostLines) {
      throw refused(`A file may have at most ${mostLines.toLocaleString('en-US')} lines`);
    }
    const { line } = row;
    if ('problem' in row) {
      const messages = ['A quote stands where none may be, or is not closed'];
      problems.push({ line, name: '', messages });
      continue;
    }
    const given = Object.fromEntries(
      names.flatMap((name, index) =>
        name === undefined ? [] : [[name, undefused(row.cells[index] ?? '').trim()]],
      ),
    );
    const read = readLine(given, row.cells.length > names.length);
    const identity = JSON.stringify([given['name'], given['location']]);
    const earlier = seen.get(identity);
    if ('messages' in read) {
      problems.push({ line, name: given['name'] ?? '', messages: read.messages });
    } else if (earlier !== undefined) {
      const messages = [`The same resort stands in line ${earlier}`];
      problems.push({ line, name: read.name, messages });
    } else {
      seen.set(identity, line);
      resorts.push(read);
    }
  }
  return { resorts, problems };
}

export const resortCsvTemplate = (): string => csvLines([columns, Object.values(exampleLine)]);

/** Resorts as CSV lines, after a header line if `isFirst`. */
export function writeResortCsv(resorts: readonly ListedResort[], isFirst: boolean): string {
  const lines = resorts.map((resort) => {
    const cells: Record<Column, string | number | boolean | null> = {
      ...resort,
      amenities: resort.amenities.join(', '),
      seasons: seasonText(resort.seasons),
    };
    return columns.map((column) => {
      const cell = cells[column];
      return typeof cell === 'string' ? defused(cell) : cell === null ? '' : String(cell);
    });
  });
  return csvLines(isFirst ? [columns, ...lines] : lines);
}

const refused = (message: string): InvalidInputError => new InvalidInputError('file', message);

const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

function readHeader(header: readonly string[]): (Column | undefined)[] {
  const names = header.map((title) => columns.find((name) => folded(name) === folded(title)));
  const unknown = header.filter((title, index) => names[index] === undefined && title !== '');
  if (unknown.length > 0) {
    throw refused(
      `There is no column '${unknown[0]?.slice(0, 60)}'. Columns: ${columns.join(', ')}`,
    );
  }
  const missing = requiredColumns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw refused(`The first line must name the columns, ${missing.join(', ')} among them`);
  }
  refuseTwice(names.map((name) => name ?? ''));
  return names;
}

function readLine(
  given: Record<string, string>,
  hasMore: boolean,
): CsvResort | { messages: string[] } {
  const { slug = '', isNewAvailability = '', weekRule = '', ...rest } = given;
  const isNew = truths.get(isNewAvailability.toLowerCase());
  const messages = [
    ...(hasMore ? ['There are more values than columns'] : []),
    ...(slug === '' || /^[a-z0-9-]{1,120}$/.test(slug)
      ? []
      : ['Slug may have small letters, digits and hyphens']),
  ];
  const cells = {
    ...Object.fromEntries(
      Object.entries(rest).filter(
        ([name, cell]) => cell !== '' || requiredColumns.includes(name as Column),
      ),
    ),
    ...(isNewAvailability !== '' && { isNewAvailability: isNew ?? isNewAvailability }),
    ...(weekRule !== '' && { weekRule: weekRule.toLowerCase() }),
  };
  try {
    const resort = parseInput(importedResortInput, cells);
    return messages.length === 0 ? { ...resort, slug: slug === '' ? null : slug } : { messages };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) {
      throw error;
    }
    return { messages: [...messages, ...error.fieldErrors.map(({ message }) => message)] };
  }
}

const truths = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);
