import type { ChangePart } from '../platform/cache/changes.ts';

/** A remembered answer is forgotten when one of these parts changes; `stay` by default. */
export const shows = (...parts: ChangePart[]) => ({ shows: parts });

export const partsShownBy = (extensions: object = {}): readonly ChangePart[] | undefined =>
  (extensions as Partial<ReturnType<typeof shows>>).shows;
