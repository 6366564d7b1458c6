const keyOf = (place: string): string => `checkout ${place}`;

/**
 * Keeps typed values of a checkout in this tab, across pages and lost holds. Never the card.
 * @param place The traveler and the week.
 */
export function keepTyped(
  place: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): void {
  const typed = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  try {
    // Also keeps names of guests from before their number was reduced.
    sessionStorage.setItem(keyOf(place), JSON.stringify({ ...typedBefore(place), ...typed }));
  } catch {
    // Without storage, values are not kept.
  }
}

export function typedBefore(place: string): Record<string, string> {
  try {
    const text = sessionStorage.getItem(keyOf(place));
    return text === null ? {} : (JSON.parse(text) as Record<string, string>);
  } catch {
    return {};
  }
}

export function forgetTyped(place: string): void {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // Without storage, nothing was kept.
  }
}
