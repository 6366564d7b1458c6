import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * A router that stands still until what it shows is on the screen, then tells where it went
 * meanwhile: the server's HTML is taken over piece by piece, and each piece must meet the page that
 * was sent, although someone pressed Back already.
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
