import { ProviderError, type OfferedRow, type Sources, type TakenRow } from './source.ts';

export interface SourcesOptions {
  /** Hosts (maybe with a port) and ranges that requests may go to though they are private. */
  allowed: string[];
  /** Origin of the sandbox provider, where one runs. */
  sandbox: string | undefined;
}

export function createSources(_options: SourcesOptions): Sources {
  return {
    weeks: (provider) => nothing<OfferedRow>(provider.name),
    takenNights: (provider) => nothing<TakenRow>(provider.name),
    checkAddress: () => Promise.resolve(),
  };
}

// eslint-disable-next-line require-yield
async function* nothing<T>(name: string): AsyncIterable<T> {
  await Promise.resolve();
  throw new ProviderError(`${name} can't be read yet`);
}
