import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it, vi } from 'vitest';
import type { CheckFacetTestQuery } from '#web/__generated__/CheckFacetTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { CheckFacet } from './CheckFacet.tsx';

const onChange = vi.fn();

function Facet({ chosen }: { chosen: string[] }) {
  const { resortFacets } = useLazyLoadQuery<CheckFacetTestQuery>(
    graphql`
      query CheckFacetTestQuery @relay_test_operation {
        resortFacets {
          brands {
            ...CheckFacet_values
          }
        }
      }
    `,
    {},
  );
  return (
    <CheckFacet legend="Brand" values={resortFacets.brands} chosen={chosen} onChange={onChange} />
  );
}

/** A facet with these counts, its values named a, b, c and so on. */
function renderFacet(counts: number[], chosen: string[] = []) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      ResortFacets: () => ({
        brands: counts.map((value, index) => ({
          value: String.fromCodePoint(97 + index),
          count: { value, isCapped: false },
        })),
      }),
    }),
  );
  renderWithRelay(<Facet chosen={chosen} />, { environment });
}

const shown = () =>
  screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
const button = (label: string) => screen.getByRole('button', { name: `${label} of Brand` });
const press = (label: string) => userEvent.click(button(label));

describe('The values of a facet', () => {
  it('have no heading if there are none', () => {
    renderFacet([]);
    expect(screen.queryByRole('group', { name: 'Brand' })).toBeNull();
  });

  it('are folded away if nothing is found with them, and can still be seen', async () => {
    renderFacet([3, 0, 2, 0]);
    expect(shown()).toEqual(['a3', 'c2']);
    await press('Show 2 more with nothing found');
    expect(shown()).toEqual(['a3', 'b0', 'c2', 'd0']);
    expect(screen.getByRole('checkbox', { name: /^b\s?0$/ })).toBeDisabled();
    await press('Show fewer');
    expect(shown()).toEqual(['a3', 'c2']);
  });

  it('stay if they are chosen, so that they can be taken away', async () => {
    renderFacet([3, 0, 0], ['c']);
    expect(shown()).toEqual(['a3', 'c0']);
    await userEvent.click(screen.getByRole('checkbox', { name: /^c\s?0$/ }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it('are six at first, then all with results, then those without', async () => {
    renderFacet([1, 1, 1, 1, 1, 1, 0, 1, 1]);
    expect(shown()).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
    await press('Show all 8');
    expect(shown()).toHaveLength(8);
    await press('Show 1 more with nothing found');
    expect(shown()).toHaveLength(9);
    await press('Show fewer');
    expect(shown()).toHaveLength(6);
  });

  it('are none but a button if nothing is found with any', () => {
    renderFacet([0, 0]);
    expect(shown()).toEqual([]);
    expect(button('Show 2 with nothing found')).toBeInTheDocument();
  });

  it('need no button if all are shown', () => {
    renderFacet([1, 2]);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
