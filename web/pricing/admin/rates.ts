/** Basis points as percent: 1250 as '12.5'. */
export const percentOf = (bps: number): string => String(bps / 100);

/** '12.5%' as 1250; undefined if it is not a rate from 0 to 50 with at most two decimals. */
export function bpsOf(text: string): number | undefined {
  const [, whole = '', decimals = ''] =
    /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text.replace(/[%\s]/g, '')) ?? [];
  const bps = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return whole === '' || bps > 5_000 ? undefined : bps;
}

/** The server's message about an invalid rate; undefined if valid. */
export const rateProblem = (text: string): string | undefined =>
  bpsOf(text) === undefined ? 'Rate must be 0% to 50%, with at most two decimals' : undefined;
