import { jsonRows } from './jsonRows.ts';
import { createMapper } from './mapping.ts';
import type { Mapping, OfferedRow } from '#api/context/sources.ts';

/**
 * Streams the weeks of a JSON document.
 * @throws {ProviderError} if it is not JSON, has no such list, nests too deep or is incomplete
 */
export async function* jsonFeed(
  name: string,
  body: AsyncIterable<Uint8Array>,
  mapping: Mapping,
): AsyncGenerator<OfferedRow, void, undefined> {
  const weekOf = createMapper(mapping);
  for await (const row of jsonRows(name, body, mapping.rows ?? '')) {
    if ('problem' in row) {
      yield row;
    } else if (typeof row.value === 'object' && row.value !== null && !Array.isArray(row.value)) {
      yield { number: row.number, week: weekOf(row.value) };
    } else {
      yield { number: row.number, problem: 'The row is no object with fields' };
    }
  }
}
