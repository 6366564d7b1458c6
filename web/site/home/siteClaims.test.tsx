import { render, screen } from '@testing-library/react';
import { loadQuery, RelayEnvironmentProvider } from 'react-relay/hooks';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { expect, it } from 'vitest';
import homePageQuery, { type HomePageQuery } from '#web/__generated__/HomePageQuery.graphql.ts';
import { SiteFactsContext } from '#web/page/siteFacts.ts';
import { page } from './HomePage.tsx';

interface Claims {
  trustFigures: object[];
  testimonials: object[];
}

const none: Claims = { trustFigures: [], testimonials: [] };

const claims: Claims = {
  trustFigures: [
    {
      text: '4.4 out of 5',
      about: 'based on 312 reviews',
      source: 'Review Board, May',
      sourceUrl: 'https://reviews.example/weeks',
    },
  ],
  testimonials: [
    {
      text: 'The week was as described.',
      about: 'Ana Ruiz',
      source: 'Weeks Monthly',
      sourceUrl: 'https://monthly.example/ruiz',
    },
  ],
};

async function renderHome(holdsSampleData: boolean, given: Claims) {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      Site: () => given,
      Resort: () => ({ rating: 4.5, reviewCount: 3 }),
    }),
  );
  environment.mock.queuePendingOperation(homePageQuery, {});
  const reference = loadQuery<HomePageQuery>(environment, homePageQuery, {});
  const router = createMemoryRouter(
    [{ id: 'home', path: '*', Component: page.Component, loader: true }],
    {
      hydrationData: { loaderData: { home: { reference } } },
    },
  );
  const { container } = render(
    <RelayEnvironmentProvider environment={environment}>
      <SiteFactsContext
        value={{ title: 'Tideweek', holdsSampleData, takesPayments: true, certificateLeadDays: 14 }}
      >
        <RouterProvider router={router} />
      </SiteFactsContext>
    </RelayEnvironmentProvider>,
  );
  await screen.findByRole('heading', { name: 'Top Resorts' });
  return container;
}

const voices = () => screen.queryByRole('heading', { name: 'What Our Community Says' });

const samples = ['based on 6,808 reviews', 'BBB rating', 'Margaret Ellis', 'most trusted'];

it('a real site claims nothing of the samples, and leaves out what has not been set', async () => {
  const home = await renderHome(false, none);
  for (const text of samples) expect(home).not.toHaveTextContent(text);
  expect(voices()).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Why people trust us' })).not.toBeInTheDocument();
});

it('a real site shows figures and voices with a link to where each comes from', async () => {
  const home = await renderHome(false, claims);
  for (const [text, source, address] of [
    ['4.4 out of 5based on 312 reviews', 'Review Board, May', 'https://reviews.example/weeks'],
    ['“The week was as described.”', 'Weeks Monthly', 'https://monthly.example/ruiz'],
  ] as const) {
    expect(home).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: source })).toHaveAttribute('href', address);
  }
  // Nobody gave stars.
  expect(screen.queryByRole('img', { name: '5 stars' })).not.toBeInTheDocument();
});

it('the sample site shows the figures and voices of the samples', async () => {
  const home = await renderHome(true, claims);
  for (const text of samples) expect(home).toHaveTextContent(text);
  expect(voices()).toBeInTheDocument();
  expect(home).not.toHaveTextContent('Weeks Monthly');
});
