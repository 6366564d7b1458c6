import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { App } from '#web/App.tsx';
import { createBrowserExecute, createEnvironment } from '#web/relay/environment.ts';
import { Components } from './Components.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The document has no #root');
createRoot(root).render(
  <App environment={createEnvironment({ execute: createBrowserExecute([]) })}>
    <RouterProvider router={createBrowserRouter([{ path: '*', element: <Components /> }])} />
  </App>,
);
