import { screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import type { ResortAmenitiesTestQuery } from '#web/__generated__/ResortAmenitiesTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { ResortAmenities } from './ResortAbout.tsx';

function Amenities() {
  const { resort } = useLazyLoadQuery<ResortAmenitiesTestQuery>(
    graphql`
      query ResortAmenitiesTestQuery @relay_test_operation {
        resort(id: "any") {
          ...ResortAbout_amenities
        }
      }
    `,
    {},
  );
  return resort && <ResortAmenities resort={resort} />;
}

it('each known amenity has an icon of its own, and unknown ones share one', () => {
  const known = [
    'Beach Access',
    'Pool',
    'Wifi',
    'Parking',
    'Restaurant',
    'Spa',
    'Golf',
    'Fitness Center',
    'Kids Club',
    'Tennis',
  ];
  const amenities = [...known, 'Lazy River', 'Observatory'];
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, { Resort: () => ({ amenities }) }),
  );
  renderWithRelay(<Amenities />, { environment });
  const items = screen.getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(amenities);
  const drawn = items.map((item) => item.querySelector('svg')?.innerHTML);
  expect(new Set(drawn).size).toBe(known.length + 1);
  expect(drawn.at(-2)).toBe(drawn.at(-1));
});
