import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, sumByCurrency, usDollars } from './money.ts';

describe('formatMoney', () => {
  it.each([
    [105_000, 'USD', '$1,050'],
    [19_950, 'USD', '$199.50'],
    [1, 'USD', '$0.01'],
    [0, 'USD', '$0'],
    [12_300, 'EUR', '€123'],
    [1_200_000, 'JPY', '¥12,000'],
    [1_200_050, 'JPY', '¥12,000.50'],
    [150, 'KWD', 'KWD 1.50'],
    [-500, 'USD', '-$5'],
    [400_000_000_700, 'USD', '$4,000,000,007'],
  ])('writes %i hundredths of %s as %s', (amount, currency, text) => {
    expect(formatMoney({ amount, currency }).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('writes every amount exactly, with cents only if there are any', () => {
    const amounts = fc.integer({ min: 0, max: 2 ** 52 });
    const currencies = fc.constantFrom('USD', 'EUR', 'GBP', 'JPY', 'KWD', 'MXN', 'XTS');
    fc.assert(
      fc.property(amounts, currencies, (amount, currency) => {
        const text = formatMoney({ amount, currency });
        const [, whole = '', cents = '00'] = /([\d,]+)(?:\.(\d\d))?$/.exec(text) ?? [];
        expect(Number(whole.replaceAll(',', '') + cents)).toBe(amount);
        expect(text.endsWith('.00')).toBe(false);
      }),
    );
  });
});

it('sumByCurrency keeps currencies apart, the largest sum first', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const yen = (amount: number) => ({ amount, currency: 'JPY' });
  expect(sumByCurrency([usd(200), yen(500), usd(400)])).toEqual([usd(600), yen(500)]);
  expect(sumByCurrency([])).toEqual([]);
});

it('usDollars rounds to cents', () => {
  expect([120, 99.5, 1.005, 19.99].map((dollars) => usDollars(dollars).amount)).toEqual([
    12_000, 9_950, 100, 1_999,
  ]);
});
