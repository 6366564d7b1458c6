import type { createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * A router that keeps its first state until it is on the screen, and then reports later navigation.
 * React hydrates the server's HTML in pieces. Every piece must match the sent page, even if the visitor
 * pressed Back meanwhile.
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
