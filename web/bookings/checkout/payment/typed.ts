const keyOf = (place: string): string => `checkout ${place}`;

/**
 * Keeps what was typed in a checkout in this tab, so that leaving the page or losing the nights
 * loses nothing. Never the card.
 * @param place The traveler and the week.
 */
export function keepTyped(
  place: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): void {
  const typed = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  try {
    // Names of more guests, from before their number was changed, are kept too.
    sessionStorage.setItem(keyOf(place), JSON.stringify({ ...typedBefore(place), ...typed }));
  } catch {
    // Without storage it is typed again.
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
    // Without storage nothing was kept.
  }
}
