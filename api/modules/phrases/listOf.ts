/** The entries of a list written as text with commas between them. */
export const listOf = (text: string): string[] => text.split(',').map((entry) => entry.trim());
