import type { Area } from '#api/areas/area.ts';
import { dropSandbox } from './sandboxes/sandboxClock.ts';
import { warnOfExpiringTokens } from './tokens/tokens.ts';
import { leaveOrganizations } from './organizations/organizations.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import { eventDays } from './events/changes.ts';
import './events/changes.graphql.ts';
import './organizations/organizations.graphql.ts';
import './tokens/tokens.graphql.ts';
import './sandboxes/sandboxes.graphql.ts';
import './usage/usage.graphql.ts';
import './webhooks/webhooks.graphql.ts';

export const partnersArea: Area = {
  retention: [
    {
      what: 'Sandboxes of organizations',
      kept: '90 days after a test token was made or last used',
      async remove({ sandboxes, sandbox }) {
        if (!sandbox) {
          await sandboxes.dropUnused(90);
        }
      },
    },
    rowsKeptFor(30, {
      what: 'Invitations to an organization that nobody accepted',
      after: 'they expired',
      table: 'organization_invitations',
      where: 'expires_at < now() - make_interval(days => $1)',
    }),
    rowsKeptFor(365, {
      what: 'Tokens of an organization',
      after: 'they expired or were revoked',
      table: 'api_tokens',
      where: 'least(expires_at, revoked_at) < now() - make_interval(days => $1)',
    }),
    rowsKeptFor(400, {
      what: 'Daily numbers of calls with tokens',
      after: 'that day',
      table: 'api_usage',
      where: 'day < now() - make_interval(days => $1)',
    }),
    rowsKeptFor(eventDays, {
      what: 'Events for partners, with their deliveries to webhooks',
      after: 'they happened',
      table: 'api_events',
      where: 'occurred_at < now() - make_interval(days => $1)',
    }),
  ],
  jobs: {
    drop_sandbox: { run: dropSandbox },
    warn_expiring_tokens: { run: (_payload, deps) => warnOfExpiringTokens(deps), at: '27 * * * *' },
  },
  leaving: [leaveOrganizations],
};
