import fc from 'fast-check';
import { isDeep } from './depth.ts';

// `npm test` tries the same random cases each time, so that it fails by a change and not by chance;
// in depth they are new ones.
fc.configureGlobal(isDeep ? {} : { seed: 1 });
