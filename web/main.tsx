import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';
import { App } from './App.tsx';
import { createBrowserExecute, createEnvironment, type RelayPayload } from './relay/environment.ts';
import { createRoutes, pageRoutes, pagesRouteId, preloadPages, type PageRoute } from './routes.tsx';
import { steadyAtFirst } from './steadyRouter.ts';
import { followTranslations } from './translatedPages.ts';

void start();

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no #root');

  await turn();
  const environment = createEnvironment({ execute: createBrowserExecute(readInlinedPayloads()) });
  const further = isAdminPath(window.location.pathname) ? await loadAdminPages() : [];
  const inEnvironment = () => environment;
  const router = createBrowserRouter(createRoutes(inEnvironment, further), {
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (isAdminPath(path)) patch(pagesRouteId, pageRoutes(inEnvironment, await loadAdminPages()));
    },
  });
  await initialized(router);
  await turn();

  followTranslations();
  const app = (
    <App environment={environment}>
      <RouterProvider router={steadyAtFirst(router)} />
    </App>
  );
  // Hydrates HTML of this very URL only. If Back was pressed before the scripts ran, the HTML
  // belongs to another URL, and React replaces it with the right page.
  const { pathname, search } = router.state.location;
  if (root.dataset['url'] === pathname + search) {
    startTransition(() => void hydrateRoot(root, app));
  } else {
    createRoot(root).render(app);
  }

  // Code that fails to load is loaded when its page is visited.
  whenIdle(() => void preloadPages(turn).catch(() => undefined));
}

function isAdminPath(path: string): boolean {
  return /^\/admin(\/|$)/.test(path);
}

async function loadAdminPages(): Promise<readonly PageRoute[]> {
  return (await import('./adminRoutes.ts')).adminPages;
}

function readInlinedPayloads(): RelayPayload[] {
  const text = document.getElementById('relay-data')?.textContent;
  // Written by our own server, in the shape that this same build reads.
  return text ? (JSON.parse(text) as RelayPayload[]) : [];
}

/**
 * Resolves once the current page's code and (inlined) data are loaded; the server's HTML stays
 * until then.
 */
function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return;
      unsubscribe();
      resolve();
    });
  });
}

/** Resolves in its own task, so that the browser can do other work first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function whenIdle(callback: () => void): void {
  const later = () => setTimeout(callback, 3000);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
