import { rowsThatRunOut } from '#api/platform/housekeeping.ts';

export const accountRetention = [
  rowsThatRunOut(
    'Links to verify an address or to choose a password',
    'secret_links',
    'expires_at < now()',
  ),
];
