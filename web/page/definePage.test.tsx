import { render, screen, waitFor } from '@testing-library/react';
import { RelayEnvironmentProvider } from 'react-relay/hooks';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { createEnvironment } from '../relay/environment.ts';
import queryOfForums, { type ForumsPageQuery } from '#web/__generated__/ForumsPageQuery.graphql.ts';
import queryOfMessages, {
  type MessagesPageQuery,
} from '#web/__generated__/MessagesPageQuery.graphql.ts';
import { definePage, type Page } from './definePage.tsx';

const site = { title: 'Tideweek', contactEmail: 'team@weeks.example' };

const ana = { id: 'ana', role: 'MEMBER' };

const publicPage = definePage<ForumsPageQuery>({
  path: '/week/:id',
  access: 'everyone',
  query: queryOfForums,
  meta: ({ site }, { id, siteTitle }) => ({
    title: `Week ${id}`,
    description: `${siteTitle} answers at ${site.contactEmail}`,
  }),
  skeleton: <p>Loading</p>,
  component: ({ data, id, search }) => (
    <p>{`${id} with ${data.site.contactEmail}, by ${search.get('sort')}`}</p>
  ),
});

const membersPage = definePage<MessagesPageQuery>({
  path: '/own',
  access: 'signedIn',
  query: queryOfMessages,
  meta: { title: 'Own' },
  skeleton: <p>Loading</p>,
  component: ({ data }) => <p>Hello {data.viewer.id}</p>,
});

const administratorsPage = definePage<MessagesPageQuery>({
  path: '/admin/own',
  access: 'admin',
  query: queryOfMessages,
  meta: { title: 'Own' },
  skeleton: <p>Loading</p>,
  component: () => <p>For administrators</p>,
});

function open(page: Page, url: string, viewer: { id: string; role: string } | null) {
  const environment = createEnvironment({ execute: () => ({ data: { site, viewer } }) });
  const { load, Component } = page;
  const router = createMemoryRouter(
    [
      { path: String(page.path), Component, loader: (args) => load(environment, args) },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [url] },
  );
  render(
    <RelayEnvironmentProvider environment={environment}>
      <RouterProvider router={router} />
    </RelayEnvironmentProvider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { environment, address };
}

it('a page shows the data of its query and what its URL says', async () => {
  open(publicPage, '/week/seven?sort=price', null);
  expect(await screen.findByText('seven with team@weeks.example, by price')).toBeInTheDocument();
  await waitFor(() => expect(document.title).toBe('Week seven | Tideweek'));
});

it('a page whose path has no parameters is canonical at it', async () => {
  open(membersPage, '/own?x=1', ana);
  expect(await screen.findByText('Hello ana')).toBeInTheDocument();
  await waitFor(() =>
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${window.location.origin}/own`,
    ),
  );
});

it('a page for members sends others to sign in and back', async () => {
  const { address } = open(membersPage, '/own?x=1', null);
  await screen.findByText('Elsewhere');
  expect(address()).toBe('/auth?returnTo=%2Fown%3Fx%3D1');
});

it('a page for members is left when the person signs out', async () => {
  const { environment, address } = open(membersPage, '/own', ana);
  await screen.findByText('Hello ana');
  environment.commitUpdate((store) => void store.getRoot().setValue(null, 'viewer'));
  await waitFor(() => expect(address()).toBe('/auth'));
});

it.each([
  ['MEMBER', 'Elsewhere', '/'],
  ['ADMIN', 'For administrators', '/admin/own'],
])('a page for administrators, opened by a %s, shows "%s"', async (role, text, path) => {
  const { address } = open(administratorsPage, '/admin/own', { ...ana, role });
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(address()).toBe(path);
});
