import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * A router that keeps its first state until that is on the screen, and then reports where it went
 * meanwhile. The server's HTML is hydrated in pieces, each of which must match the page that was
 * sent, even if Back was pressed already.
 */
export function steadyAtFirst(router: Router): Router {
  const sent = router.state;
  let isTakenOver = false;
  return Object.create(router, {
    state: { get: () => (isTakenOver ? router.state : sent) },
    subscribe: {
      value: (listener: Parameters<Router['subscribe']>[0]) => {
        isTakenOver = true;
        if (router.state !== sent) {
          listener(router.state, { deletedFetchers: [], newErrors: null, flushSync: false });
        }
        return router.subscribe(listener);
      },
    },
  }) as Router;
}
