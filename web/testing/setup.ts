import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { dismissToast } from '../components/toastStore.ts';

// relay-test-utils makes its mocks with the global that its authors' test runner has.
Object.assign(globalThis, { jest: vi });

afterEach(() => {
  cleanup();
  dismissToast();
});
