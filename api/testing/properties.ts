import fc from 'fast-check';
import { isDeep } from './depth.ts';

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  // Searching for the smallest counterexample with a database takes hours, and memory without bound.
  endOnFailure: true,
  // `npm test` tries the same cases each time.
  ...(!isDeep && process.env['HISTORIES'] === undefined && { seed: 1 }),
});
