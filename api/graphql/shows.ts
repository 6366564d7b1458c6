import type { ChangePart } from '../platform/cache/changes.ts';

/**
 * Extensions of a type or a field: a remembered answer that has it is forgotten when one of these
 * parts of a resort changes. Types that declare nothing show `stay`.
 */
export const shows = (...parts: ChangePart[]) => ({ shows: parts });

/** The parts that a type or a field declares. */
export const partsShownBy = (extensions: object = {}): readonly ChangePart[] | undefined =>
  (extensions as Partial<ReturnType<typeof shows>>).shows;
