/** Abbreviations that keep their capitals. */
const abbreviations = new Set(['smtp', 'url', 'id', 'ip']);

export function nameInWords(name: string): string {
  const words = name
    .replace(/Cents$/, ' (cents)')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => (abbreviations.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
