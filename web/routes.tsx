import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { Page } from './page/definePage.tsx';
import { AppShell } from './shell/AppShell.tsx';
import { AppError, PageError } from './shell/ErrorScreens.tsx';

/** A module of a page. */
export type PageModule =
  | { page: Page }
  | {
      Page: React.ComponentType;
      loadPage: (environment: Environment, args: LoaderFunctionArgs) => unknown;
    };

export const pageOf = (module: PageModule): Omit<Page, 'path'> =>
  'page' in module ? module.page : { Component: module.Page, load: module.loadPage };

/** Tells the server the route's source module, whose built chunk it preloads. */
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

/** Id of the route that has the pages as children. */
export const pagesRouteId = 'pages';

/** Gives the environment in which a route loads its data. */
type EnvironmentOf = (args: LoaderFunctionArgs<unknown>) => Environment;

/** The routes of the pages for visitors and members, and of further pages. */
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
      const { Component, load } = pageOf(await route.load());
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
  params.delete('n');
  params.delete('area');
  params.delete('act');
  params.delete('then');
  return `${pathname}?${params}`;
}

export interface PageRoute {
  path: string;
  module: string;
  load: () => Promise<PageModule>;
}

/**
 * Makes the routes of pages whose modules are these, by their path from here.
 * @returns a function of a route's path and the module's path below `web`, which throws if there is no
 *   such module: the build fails
 */
export const routesOf =
  (modules: Record<string, () => Promise<PageModule>>) =>
  (path: string, module: string): PageRoute => {
    const load = modules[`./${module}`];
    if (load === undefined) throw new Error(`There is no page ${module} for ${path}`);
    return { path, module, load };
  };

const page = routesOf(
  import.meta.glob<PageModule>([
    './*/**/*Page.tsx',
    '!./*/admin/**',
    '!./{administration,audit,inventory,mail,settings}/**',
  ]),
);

const articlePaths = ['/travel-tips', '/owner-resources', '/help', '/safety', '/terms', '/privacy'];

/** The pages for visitors and members. */
export const pages: readonly PageRoute[] = [
  page('/', 'site/home/HomePage.tsx'),
  page('/search', 'search/results/SearchPage.tsx'),
  page('/resort/:id', 'resorts/page/ResortPage.tsx'),
  page('/resorts/:id', 'resorts/page/ResortPage.tsx'),
  page('/sale/:id', 'sales/page/SalePage.tsx'),
  page('/compare', 'compare/ComparePage.tsx'),
  page('/auth', 'accounts/auth/AuthPage.tsx'),
  page('/verify-email', 'accounts/auth/links/VerifyEmailPage.tsx'),
  page('/confirm-email', 'accounts/auth/links/ConfirmEmailPage.tsx'),
  page('/reset-password', 'accounts/auth/links/ResetPasswordPage.tsx'),
  page('/dashboard', 'dashboard/DashboardPage.tsx'),
  page('/dashboard/settings/:section?', 'dashboard/settings/AccountSettingsPage.tsx'),
  page('/checkout/:id', 'bookings/checkout/CheckoutPage.tsx'),
  page('/bookings', 'bookings/mine/MyBookingsPage.tsx'),
  page('/bookings/:id', 'bookings/booking/BookingPage.tsx'),
  page('/reservations', 'bookings/reservations/ReservationsPage.tsx'),
  page('/payouts', 'payouts/PayoutsPage.tsx'),
  page('/payouts/:year', 'payouts/StatementPage.tsx'),
  page('/dashboard/listings', 'listings/mine/MyListingsPage.tsx'),
  page('/dashboard/listings/:id', 'listings/mine/MyListingPage.tsx'),
  page('/dashboard/listings/:id/edit', 'publishing/edit/EditListingPage.tsx'),
  page('/messages', 'messages/MessagesPage.tsx'),
  page('/messages/new', 'messages/NewThreadPage.tsx'),
  page('/messages/:id', 'messages/ThreadPage.tsx'),
  page('/create-listing', 'publishing/CreateListingPage.tsx'),
  page('/organizations', 'partners/organizations/OrganizationsPage.tsx'),
  page('/organizations/join', 'accounts/auth/JoinOrganizationPage.tsx'),
  page('/organizations/:id/:section?', 'partners/organizations/OrganizationPage.tsx'),
  page('/developers', 'partners/developers/DevelopersPage.tsx'),
  page('/forums', 'site/forums/ForumsPage.tsx'),
  page('/contact', 'site/contact/ContactPage.tsx'),
  page('/unsubscribe', 'savedSearches/UnsubscribePage.tsx'),
  ...articlePaths.map((path) => page(path, 'site/articles/ArticlePage.tsx')),
  page('*', 'shell/notFound/NotFoundPage.tsx'),
];
