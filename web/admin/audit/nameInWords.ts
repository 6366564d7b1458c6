/** Abbreviations that keep their capitals. */
const abbreviations = new Set(['smtp', 'url', 'id', 'ip']);

/**
 * A name of the code or a key of a setting in words: 'pricePerNightCents' as 'Price per night
 * (cents)', 'smtp_host' as 'SMTP host', 'PropertyInquiry' as 'Property inquiry'.
 */
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
