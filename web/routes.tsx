import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { Page } from './page/definePage.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { AppError, PageError } from './shell/ErrorScreens.tsx';

export interface PageModule {
  page: Page;
}

/** Names the route's source module, whose built chunk the server preloads. */
interface RouteHandle {
  module: string;
}

/**
 * Preloads the code of all pages for visitors and members.
 * @param pause Awaited before each page, so that a click need not wait for all of them.
 */
export async function preloadPages(pause: () => Promise<void>): Promise<void> {
  for (const { load } of pages) {
    await pause();
    await load();
  }
}

export const pagesRouteId = 'pages';

type EnvironmentOf = (args: LoaderFunctionArgs<unknown>) => Environment;

export function createRoutes(
  environmentOf: EnvironmentOf,
  further: readonly PageRoute[] = [],
): RouteObject[] {
  return [
    {
      element: <AppShell />,
      errorElement: <AppError />,
      children: [
        {
          id: pagesRouteId,
          errorElement: <PageError />,
          children: pageRoutes(environmentOf, [...pages, ...further]),
        },
      ],
    },
  ];
}

export const pageRoutes = (
  environmentOf: EnvironmentOf,
  given: readonly PageRoute[],
): RouteObject[] =>
  given.map((route) => ({
    path: route.path,
    handle: { module: route.module } satisfies RouteHandle,
    shouldRevalidate: ({ currentUrl, nextUrl }) => dataAddress(currentUrl) !== dataAddress(nextUrl),
    lazy: async () => {
      const { Component, load } = (await route.load()).page;
      return {
        Component,
        loader: (args: LoaderFunctionArgs<unknown>) => load(environmentOf(args), args),
      };
    },
  }));

/**
 * The part of a URL that determines a page's data: without the position on the page, an owner's
 * open dialog, and a pending intent.
 */
function dataAddress({ pathname, searchParams }: URL): string {
  const params = new URLSearchParams(searchParams);
  for (const name of ['n', 'area', 'act', 'then']) params.delete(name);
  return `${pathname}?${params}`;
}

export interface PageRoute {
  path: string;
  module: string;
  load: () => Promise<PageModule>;
}

/**
 * The routes of pages.
 * @param modules by path from here
 * @param paths of the pages, by the same
 */
export const routesOf = (
  modules: Record<string, () => Promise<PageModule>>,
  paths: Record<string, Page['path']>,
): PageRoute[] =>
  Object.entries(modules).flatMap(([file, load]) =>
    [paths[file] ?? []].flat().map((path) => ({ path, module: file.slice('./'.length), load })),
  );

export const pages: readonly PageRoute[] = routesOf(
  import.meta.glob<PageModule>([
    './*/**/*Page.tsx',
    '!./page/**',
    '!./*/admin/**',
    '!./{administration,audit,inventory,mail,settings}/**',
  ]),
  import.meta.glob<Page['path']>(
    [
      './*/**/*Page.tsx',
      '!./page/**',
      '!./*/admin/**',
      '!./{administration,audit,inventory,mail,settings}/**',
    ],
    { query: '?path', import: 'default', eager: true },
  ),
);
