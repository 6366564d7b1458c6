/** Maximum of an integer column. */
const most = 2_147_483_647;

/**
 * Parses an amount of US dollars: '$12,500', '12500.50', '12,500 USD'.
 * @returns cents; undefined for any other text, such as 'make an offer', and for too large amounts
 */
export function readAmount(text: string): number | undefined {
  const [, whole, fraction = ''] =
    /^(?:US)?\s*(?:\$\s*)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(?:USD|dollars)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return cents <= most ? cents : undefined;
}
