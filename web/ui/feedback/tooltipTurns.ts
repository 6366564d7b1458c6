/** Milliseconds for which the pointer must rest before a tooltip opens. */
const openDelayMs = 700;

/** Milliseconds after a tooltip has closed during which the next opens at once. */
const skipDelayMs = 300;

let shown: { id: string; close: () => void } | undefined;
let closedAt = Number.NEGATIVE_INFINITY;

/** Milliseconds to wait before the next tooltip opens. */
export function waitBeforeNext(): number {
  const isFollowing = shown !== undefined || Date.now() - closedAt <= skipDelayMs;
  return isFollowing ? 0 : openDelayMs;
}

/** Closes the current tooltip, since only one is shown at a time. */
export function takeTurn(id: string, close: () => void): void {
  if (shown?.id !== id) shown?.close();
  shown = { id, close };
}

export function endTurn(id: string): void {
  if (shown?.id !== id) return;
  shown = undefined;
  closedAt = Date.now();
}

export function resetTurns(): void {
  shown = undefined;
  closedAt = Number.NEGATIVE_INFINITY;
}
