import { parse } from 'csv-parse/sync';
import { csvLines, defused, undefused } from '../../../platform/csv.ts';
import { InvalidInputError } from '../../../platform/errors.ts';
import type { ListedResort } from './resortDirectory.ts';
import { importedResortInput, type NewResort } from './resortInput.ts';
import { seasonText } from './seasons.ts';

/** The columns of a file of resorts, as named in its first line. */
const columns = [
  'slug',
  'name',
  'location',
  'destination',
  'description',
  'imageUrl',
  'amenities',
  'rating',
  'availableRentals',
  'priceMin',
  'priceMax',
  'isNewAvailability',
  'brand',
  'city',
  'region',
  'country',
  'latitude',
  'longitude',
  'timezone',
  'weekRule',
  'seasons',
] as const;

type Column = (typeof columns)[number];

const requiredColumns: readonly Column[] = ['name', 'location', 'destination', 'description'];

/** Maximum number of lines of a file. */
const mostLines = 20_000;

/** A resort from a file, with its slug there; null if the file has none. */
export interface CsvResort extends NewResort {
  slug: string | null;
}

/** A line that can't be imported. */
export interface CsvProblem {
  /** Where it begins in the file, counted from 1. */
  line: number;
  /** Name of the resort; empty if the line has none. */
  name: string;
  /** Messages that say what to correct. */
  messages: string[];
}

/**
 * The resorts of a CSV file (RFC 4180, with commas or semicolons), and the lines that can't be
 * imported.
 * @throws {InvalidInputError} naming file, if the file as a whole is invalid
 */
export function readResortCsv(text: string): { resorts: CsvResort[]; problems: CsvProblem[] } {
  const { records, problems } = readRecords(text);
  const [header, ...lines] = records;
  const names = readHeader(header?.record ?? []);
  if (lines.length > mostLines) {
    throw refused(`A file may have at most ${mostLines.toLocaleString('en-US')} lines`);
  }
  const resorts: CsvResort[] = [];
  const seen = new Map<string, number>();
  for (const { record, line } of lines) {
    const given = Object.fromEntries(
      names.map((name, index) => [name, undefused(record[index] ?? '').trim()]),
    );
    const read = readLine(given, record.length > names.length);
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
  problems.sort((one, other) => one.line - other.line);
  return { resorts, problems };
}

/** Resorts as CSV lines, after a line with the columns if they are the first ones. */
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
  return csvLines(isFirst ? [[...columns], ...lines] : lines);
}

const refused = (message: string): InvalidInputError =>
  new InvalidInputError([{ field: 'file', message }]);

interface CsvRecord {
  record: string[];
  line: number;
}

function readRecords(text: string): { records: CsvRecord[]; problems: CsvProblem[] } {
  const problems: CsvProblem[] = [];
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const isSemicolon = firstLine.includes(';') && !firstLine.includes(',');
  const parsed = parse(text, {
    bom: true,
    delimiter: isSemicolon ? ';' : ',',
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const messages = ['A quote stands where none may be, or is not closed'];
      problems.push({ line: Number(error?.['lines'] ?? 0), name: '', messages });
      return undefined;
    },
  }) as unknown as { record: string[]; info: { lines: number }; raw: string }[];
  const records = parsed.map(({ record, info, raw }) => ({
    record,
    // A quoted value may contain line breaks.
    line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
  }));
  return { records, problems };
}

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
  if (new Set(names).size < names.length) {
    throw refused('A column stands twice');
  }
  return names;
}

function readLine(
  given: Record<string, string>,
  hasMore: boolean,
): CsvResort | { messages: string[] } {
  const { slug = '', isNewAvailability = '', weekRule = '', ...rest } = given;
  const isNew = truths.get(isNewAvailability.toLowerCase());
  const parsed = importedResortInput.safeParse({
    ...Object.fromEntries(
      Object.entries(rest).filter(
        ([name, cell]) => cell !== '' || requiredColumns.includes(name as Column),
      ),
    ),
    ...(isNewAvailability !== '' && { isNewAvailability: isNew ?? isNewAvailability }),
    ...(weekRule !== '' && { weekRule: weekRule.toLowerCase() }),
  });
  const messages = [
    ...(hasMore ? ['There are more values than columns'] : []),
    ...(slug === '' || /^[a-z0-9-]{1,120}$/.test(slug)
      ? []
      : ['Slug may have small letters, digits and hyphens']),
    ...(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)),
  ];
  return parsed.success && messages.length === 0
    ? { ...parsed.data, slug: slug === '' ? null : slug }
    : { messages: [...new Set(messages)] };
}

const truths = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);
