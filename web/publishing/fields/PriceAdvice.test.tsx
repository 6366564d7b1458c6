import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import PriceAdvice from './PriceAdvice.tsx';

const spread = (count: number, cents: number) => ({
  count,
  lowerQuartile: { formatted: '$1' },
  median: { amount: cents },
  upperQuartile: { formatted: '$90' },
});

async function advice(prices: object) {
  const { environment } = renderWithRelay(
    <PriceAdvice resortId="UmVzb3J0OjE=" bedrooms={2} season="Red" />,
  );
  expect(environment.mock.getMostRecentOperation().request.variables).toEqual({
    resortId: 'UmVzb3J0OjE=',
    bedrooms: 2,
    season: 'Red',
  });
  await act(async () =>
    environment.mock.resolveMostRecentOperation({
      data: {
        salePrices: {
          askingPrices: null,
          closedPrices: null,
          medianDays: null,
          deedBack: null,
          ...prices,
        },
      },
    }),
  );
  return screen.getByRole('group', { name: 'Prices of others' }).textContent;
}

it('says what others ask and what buyers paid', async () => {
  const text = await advice({
    askingPrices: spread(7, 5_000),
    closedPrices: spread(5, 500_000),
    medianDays: 80,
  });
  expect(text).toContain(
    '7 timeshares of the same size and season are for sale here: half of them ask $1 to $90.',
  );
  expect(text).toContain(
    '5 were sold here in three years: half of the buyers paid $1 to $90, typically within 80 days.',
  );
  // The advice depends on what buyers paid if that is known, although owners ask little here.
  expect(text).not.toContain('next to nothing');
});

it('tells an owner honestly that such weeks go for nearly nothing', async () => {
  expect(await advice({ askingPrices: spread(7, 10_000) })).toContain(
    'Timeshares like yours go for next to nothing. Ask the resort whether it takes yours back',
  );
});

it('names a way out of the resort that the team knows', async () => {
  const text = await advice({
    askingPrices: spread(7, 10_000),
    deedBack: { terms: 'Paid up.', source: 'Site', recordedOn: '2026-05-04' },
  });
  expect(text).toContain('go for next to nothing. Never pay anybody in advance');
  expect(text).toContain('The resort takes timeshares back: Paid up. (Site, May 4, 2026)');
});

it('says that there are too few to compare', async () => {
  expect(await advice({})).toMatch(/^Fewer than five timeshares like yours/);
});
