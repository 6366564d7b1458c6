import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import { AppShell } from './shell/AppShell.tsx';
import { AppError, PageError } from './shell/ErrorScreens.tsx';

interface PageModule {
  Page: React.ComponentType;
  loadPage: (environment: Environment, args: LoaderFunctionArgs) => unknown;
}

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

/** The routes of the pages for visitors and members, and of further pages. */
export function createRoutes(
  environment: Environment,
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
          children: pageRoutes(environment, [...pages, ...further]),
        },
      ],
    },
  ];
}

export const pageRoutes = (environment: Environment, given: readonly PageRoute[]): RouteObject[] =>
  given.map(({ path, module, load }) => ({
    path,
    handle: { module } satisfies RouteHandle,
    shouldRevalidate: ({ currentUrl, nextUrl }) => dataAddress(currentUrl) !== dataAddress(nextUrl),
    lazy: async () => {
      const { Page, loadPage } = await load();
      return {
        Component: Page,
        loader: (args: LoaderFunctionArgs) => loadPage(environment, args),
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

const loadArticle = () => import('./pages/articles/ArticlePage.tsx');
const articlePaths = ['/travel-tips', '/owner-resources', '/help', '/safety', '/terms', '/privacy'];

const loadResort = () => import('./pages/resort/ResortPage.tsx');

/** The pages for visitors and members. */
export const pages: readonly PageRoute[] = [
  { path: '/', module: 'pages/home/HomePage.tsx', load: () => import('./pages/home/HomePage.tsx') },
  {
    path: '/search',
    module: 'pages/search/SearchPage.tsx',
    load: () => import('./pages/search/SearchPage.tsx'),
  },
  { path: '/resort/:id', module: 'pages/resort/ResortPage.tsx', load: loadResort },
  { path: '/resorts/:id', module: 'pages/resort/ResortPage.tsx', load: loadResort },
  {
    path: '/sale/:id',
    module: 'pages/sale/SalePage.tsx',
    load: () => import('./pages/sale/SalePage.tsx'),
  },
  {
    path: '/compare',
    module: 'pages/compare/ComparePage.tsx',
    load: () => import('./pages/compare/ComparePage.tsx'),
  },
  {
    path: '/auth',
    module: 'pages/auth/AuthPage.tsx',
    load: () => import('./pages/auth/AuthPage.tsx'),
  },
  {
    path: '/verify-email',
    module: 'pages/auth/VerifyEmailPage.tsx',
    load: () => import('./pages/auth/links/VerifyEmailPage.tsx'),
  },
  {
    path: '/confirm-email',
    module: 'pages/auth/ConfirmEmailPage.tsx',
    load: () => import('./pages/auth/links/ConfirmEmailPage.tsx'),
  },
  {
    path: '/reset-password',
    module: 'pages/auth/ResetPasswordPage.tsx',
    load: () => import('./pages/auth/links/ResetPasswordPage.tsx'),
  },
  {
    path: '/dashboard',
    module: 'pages/dashboard/DashboardPage.tsx',
    load: () => import('./pages/dashboard/DashboardPage.tsx'),
  },
  {
    path: '/dashboard/settings/:section?',
    module: 'pages/dashboard/settings/AccountSettingsPage.tsx',
    load: () => import('./pages/dashboard/settings/AccountSettingsPage.tsx'),
  },
  {
    path: '/checkout/:id',
    module: 'pages/checkout/CheckoutPage.tsx',
    load: () => import('./pages/checkout/CheckoutPage.tsx'),
  },
  {
    path: '/bookings',
    module: 'pages/bookings/MyBookingsPage.tsx',
    load: () => import('./pages/bookings/MyBookingsPage.tsx'),
  },
  {
    path: '/bookings/:id',
    module: 'pages/booking/BookingPage.tsx',
    load: () => import('./pages/booking/BookingPage.tsx'),
  },
  {
    path: '/reservations',
    module: 'pages/reservations/ReservationsPage.tsx',
    load: () => import('./pages/reservations/ReservationsPage.tsx'),
  },
  {
    path: '/payouts',
    module: 'pages/payouts/PayoutsPage.tsx',
    load: () => import('./pages/payouts/PayoutsPage.tsx'),
  },
  {
    path: '/payouts/:year',
    module: 'pages/payouts/StatementPage.tsx',
    load: () => import('./pages/payouts/StatementPage.tsx'),
  },
  {
    path: '/dashboard/listings',
    module: 'pages/myListings/MyListingsPage.tsx',
    load: () => import('./pages/myListings/MyListingsPage.tsx'),
  },
  {
    path: '/dashboard/listings/:id',
    module: 'pages/myListings/MyListingPage.tsx',
    load: () => import('./pages/myListings/MyListingPage.tsx'),
  },
  {
    path: '/dashboard/listings/:id/edit',
    module: 'pages/createListing/EditListingPage.tsx',
    load: () => import('./pages/createListing/edit/EditListingPage.tsx'),
  },
  {
    path: '/messages',
    module: 'pages/messages/MessagesPage.tsx',
    load: () => import('./pages/messages/MessagesPage.tsx'),
  },
  {
    path: '/messages/new',
    module: 'pages/messages/NewThreadPage.tsx',
    load: () => import('./pages/messages/NewThreadPage.tsx'),
  },
  {
    path: '/messages/:id',
    module: 'pages/messages/ThreadPage.tsx',
    load: () => import('./pages/messages/ThreadPage.tsx'),
  },
  {
    path: '/create-listing',
    module: 'pages/createListing/CreateListingPage.tsx',
    load: () => import('./pages/createListing/CreateListingPage.tsx'),
  },
  {
    path: '/organizations',
    module: 'pages/organizations/OrganizationsPage.tsx',
    load: () => import('./pages/organizations/OrganizationsPage.tsx'),
  },
  {
    path: '/organizations/join',
    module: 'pages/auth/JoinOrganizationPage.tsx',
    load: () => import('./pages/auth/JoinOrganizationPage.tsx'),
  },
  {
    path: '/organizations/:id/:section?',
    module: 'pages/organizations/OrganizationPage.tsx',
    load: () => import('./pages/organizations/OrganizationPage.tsx'),
  },
  {
    path: '/developers',
    module: 'pages/developers/DevelopersPage.tsx',
    load: () => import('./pages/developers/DevelopersPage.tsx'),
  },
  {
    path: '/forums',
    module: 'pages/forums/ForumsPage.tsx',
    load: () => import('./pages/forums/ForumsPage.tsx'),
  },
  {
    path: '/contact',
    module: 'pages/contact/ContactPage.tsx',
    load: () => import('./pages/contact/ContactPage.tsx'),
  },
  {
    path: '/unsubscribe',
    module: 'pages/unsubscribe/UnsubscribePage.tsx',
    load: () => import('./pages/unsubscribe/UnsubscribePage.tsx'),
  },
  ...articlePaths.map((path) => ({
    path,
    module: 'pages/articles/ArticlePage.tsx',
    load: loadArticle,
  })),
  {
    path: '*',
    module: 'pages/notFound/NotFoundPage.tsx',
    load: () => import('./pages/notFound/NotFoundPage.tsx'),
  },
];
