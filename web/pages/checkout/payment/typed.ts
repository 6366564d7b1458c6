const keyOf = (bookingId: string): string => `checkout ${bookingId}`;

/**
 * Keeps what was typed in a checkout in this tab, so that leaving the page loses nothing. Never
 * the card.
 */
export function keepTyped(
  bookingId: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): void {
  const typed = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  try {
    sessionStorage.setItem(keyOf(bookingId), JSON.stringify(typed));
  } catch {
    // Without storage it is typed again.
  }
}

export function typedBefore(bookingId: string): Record<string, string> {
  try {
    const text = sessionStorage.getItem(keyOf(bookingId));
    return text === null ? {} : (JSON.parse(text) as Record<string, string>);
  } catch {
    return {};
  }
}
