import { useSyncExternalStore } from 'react';

export type ComparedKind = 'sale' | 'week';

export interface Compared {
  id: string;
  name: string;
}

export const mostCompared = 4;

type Chosen = Readonly<Record<ComparedKind, readonly Compared[]>>;

const storageKey = 'compared';

const none: Chosen = { sale: [], week: [] };

let chosen: Chosen | undefined;
const listeners = new Set<() => void>();

export function useCompared(kind: ComparedKind): readonly Compared[] {
  return useSyncExternalStore(subscribe, read, () => none)[kind];
}

export function setCompared(kind: ComparedKind, listings: readonly Compared[]): void {
  chosen = { ...read(), [kind]: listings.slice(0, mostCompared) };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(chosen));
  } catch {
    // Without storage, the choice is kept until the page is left.
  }
  listeners.forEach((listener) => listener());
}

export const comparePath = (
  kind: ComparedKind,
  listings: readonly Pick<Compared, 'id'>[],
): string =>
  listings.length === 0
    ? '/compare'
    : `/compare?${kind}=${listings.map(({ id }) => encodeURIComponent(id)).join(',')}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Chosen {
  chosen ??= stored();
  return chosen;
}

function stored(): Chosen {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return { sale: listOf(value, 'sale'), week: listOf(value, 'week') };
  } catch {
    return none;
  }
}

/** Storage may hold anything, such as data of another version. */
function listOf(value: unknown, kind: ComparedKind): readonly Compared[] {
  const list = (value as Partial<Record<ComparedKind, unknown>> | null)?.[kind];
  return Array.isArray(list) ? list.filter(isCompared).slice(0, mostCompared) : [];
}

const isCompared = (value: unknown): value is Compared =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Compared).id === 'string' &&
  typeof (value as Compared).name === 'string';
