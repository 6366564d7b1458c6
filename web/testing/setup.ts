import React from 'react';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, inject, vi } from 'vitest';
import { dismissToast } from '../ui/feedback/toastStore.ts';
import './unmeasured.ts';

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

// React notes the stack of each element that it creates, up to so many a second, which takes a sixth
// of the time of these tests.
Object.defineProperty(
  (React as typeof React & Record<typeof internals, object>)[internals],
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: () => undefined },
);

// relay-test-utils creates its mocks with the global `jest`.
Object.assign(globalThis, { jest: vi });

configure({ asyncUtilTimeout: inject('patience') });

afterEach(() => {
  cleanup();
  dismissToast();
  // Some files run without a document.
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
