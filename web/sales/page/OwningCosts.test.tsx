import { screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { OwningCostsTestQuery } from '#web/__generated__/OwningCostsTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { OwningCosts } from './OwningCosts.tsx';

function Costs() {
  const { saleComparables } = useLazyLoadQuery<OwningCostsTestQuery>(
    graphql`
      query OwningCostsTestQuery @relay_test_operation {
        saleComparables(id: "week") {
          ...OwningCosts_comparables
        }
      }
    `,
    {},
  );
  return saleComparables && <OwningCosts comparables={saleComparables} />;
}

const money = (formatted: string, amount = 1) => ({ formatted, amount });

function shown(comparables: object): string {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, { SaleComparables: () => comparables }),
  );
  const { container } = renderWithRelay(<Costs />, { environment });
  return container.textContent;
}

const costs = {
  stays: 10,
  yearlyFee: money('$1,000'),
  yearlyRise: money('$50', 5_000),
  owned: money('$17,250'),
  rented: { count: 6, total: money('$14,000') },
  fees: [{ year: 2031, source: 'Budget letter', fee: money('$990') }],
};

it('sets ten years of owning beside renting, with the recorded fees and their source', () => {
  const text = shown({ costs, deedBack: null });
  expect(screen.getByRole('region', { name: 'What it costs to own' })).toBeTruthy();
  for (const words of [
    'Yearly fee$1,000',
    'Rise of the fee in a year$50',
    'Price and ten fees$17,250',
    'Renting 10 such weeks instead$14,000 at today’s prices',
    'the middle of 6 nightly prices',
    '2031$990 (Budget letter)',
  ]) {
    expect(text).toContain(words);
  }
});

it('leaves out what is not known', () => {
  const text = shown({
    costs: { ...costs, yearlyRise: money('$0', 0), rented: null, fees: [] },
    deedBack: null,
  });
  expect(text).not.toMatch(/Rise|Renting|Fees of this size|takes timeshares back/);
});

it('shows nothing if neither costs nor a programme are known', () => {
  expect(shown({ costs: null, deedBack: null })).toBe('');
});
