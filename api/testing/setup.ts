import { setTimeout as waitFor } from 'node:timers/promises';
import fc from 'fast-check';
import { dayMs } from '#common/days.ts';
import { isDeep } from './depth.ts';

// `npm test` tries the same random cases each time, so that it fails by a change and not by chance;
// in depth, and with a number of histories, they are new ones.
fc.configureGlobal(isDeep || process.env['HISTORIES'] !== undefined ? {} : { seed: 1 });

// Setup runs before each file. A file that midnight would divide, with "in thirty days" as two
// days, starts after midnight.
const untilMidnight = dayMs - (Date.now() % dayMs);
if (untilMidnight < 3 * 60_000) await waitFor(untilMidnight);
