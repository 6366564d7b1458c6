import type { Deps } from '../../context.ts';
import { UnavailableError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { requireAdmin } from '../accounts/requireAdmin.ts';
import type { InventoryProvider } from './providerList.ts';

type ProviderDeps = Pick<Deps, 'database' | 'secrets'>;

const later = (viewer: Viewer | null): Promise<never> => {
  requireAdmin(viewer);
  return Promise.reject(new UnavailableError('In a moment', 60));
};

export const createProvider = (
  _deps: ProviderDeps,
  viewer: Viewer | null,
  _input: unknown,
): Promise<InventoryProvider> => later(viewer);

export const updateProvider = (
  _deps: ProviderDeps,
  viewer: Viewer | null,
  _input: unknown,
): Promise<InventoryProvider> => later(viewer);

export const deleteProvider = (
  _deps: ProviderDeps,
  viewer: Viewer | null,
  _input: unknown,
): Promise<string> => later(viewer);

export const withdrawProvider = (
  _deps: ProviderDeps,
  viewer: Viewer | null,
  _input: unknown,
): Promise<{ provider: InventoryProvider; withdrawn: number }> => later(viewer);
