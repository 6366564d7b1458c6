import { mostCompared, type ComparedKind } from '../listings/compare/compared.ts';

export interface ComparedAddress {
  kind: ComparedKind;
  ids: string[];
}

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

/** The listings to compare in a URL: `sale` or `week` with ids separated by commas. */
export function readCompared(params: URLSearchParams): ComparedAddress {
  const kind = params.has('week') && !params.has('sale') ? 'week' : 'sale';
  const ids = (params.get(kind) ?? '').split(',').map((id) => id.trim().toLowerCase());
  return { kind, ids: [...new Set(ids.filter(isId))].slice(0, mostCompared) };
}
