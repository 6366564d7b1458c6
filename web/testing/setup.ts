import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, inject, vi } from 'vitest';
import { dismissToast } from '../ui/feedback/toastStore.ts';
import './unmeasured.ts';

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
