/** What a side of a sale pays of a cost: an odd cent of a half is the buyer's. */
export function costShare(
  cents: number,
  payer: 'buyer' | 'seller' | 'split',
  side: 'buyer' | 'seller',
): number {
  if (payer === 'split') return side === 'buyer' ? Math.ceil(cents / 2) : Math.floor(cents / 2);
  return payer === side ? cents : 0;
}
