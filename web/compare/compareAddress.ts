import { mostCompared, type ComparedKind } from '../listings/compare/compared.ts';

export interface ComparedAddress {
  kind: ComparedKind;
  /** Plain ids, in the order of the columns. */
  ids: string[];
}

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

/** Which listings a URL compares: `sale` or `week` with ids between commas; anything else is ignored. */
export function readCompared(params: URLSearchParams): ComparedAddress {
  const kind = params.has('week') && !params.has('sale') ? 'week' : 'sale';
  const ids = (params.get(kind) ?? '').split(',').map((id) => id.trim().toLowerCase());
  return { kind, ids: [...new Set(ids.filter(isId))].slice(0, mostCompared) };
}
