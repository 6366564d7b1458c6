import { render, type RenderResult } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { RelayEnvironmentProvider } from 'react-relay/hooks';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router-dom';
import { createMockEnvironment } from 'relay-test-utils';
import { Toasts } from '../ui/feedback/Toasts.tsx';

type MockEnvironment = ReturnType<typeof createMockEnvironment>;

interface Rendered extends RenderResult {
  environment: MockEnvironment;
  /** Path and query of the router's location. */
  address: () => string;
}

/** Renders inside the providers of the app: router, Relay, toasts. */
export function renderWithRelay(
  ui: ReactNode,
  { path = '/', environment = createMockEnvironment(), state = undefined as unknown } = {},
): Rendered {
  const router = createMemoryRouter([{ path: '*', element: ui }], {
    initialEntries: [{ ...parsePath(path), state }],
  });
  const result = render(
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback="Loading">
        <RouterProvider router={router} />
      </Suspense>
      <Toasts />
    </RelayEnvironmentProvider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...result, environment, address };
}
