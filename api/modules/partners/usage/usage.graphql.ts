import type { TokenMode } from '#api/generated/prisma/client.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { builder } from '#api/graphql/builder.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { OrganizationType } from '../organizations/organizations.graphql.ts';
import { TokenModeEnum } from '../tokens/tokens.graphql.ts';
import {
  usageByDay,
  usageByOperation,
  mostOperations,
  type DayUsage,
  type OperationUsage,
  type Usage,
  type UsageOf,
} from './usage.ts';

const UsageInterface = builder.interfaceRef<Usage>('ApiUsage').implement({
  description: 'Calls with the tokens of an organization.',
  fields: (t) => ({
    calls: t.exposeInt('calls', { description: 'How many there were.' }),
    errors: t.exposeInt('errors', { description: 'How many of them were answered with an error.' }),
    points: t.expose('points', { type: 'SafeInt', description: 'The points that they cost.' }),
    averageMilliseconds: t.exposeFloat('average', { description: 'How long one took on average.' }),
    longestMilliseconds: t.exposeInt('longest', { description: 'How long the slowest one took.' }),
  }),
});

const DayUsageType = builder.objectRef<DayUsage>('ApiUsageDay').implement({
  description: 'The calls of one day.',
  interfaces: [UsageInterface],
  fields: (t) =>
    exposed(t, {
      day: ['Date', 'The day, in UTC.'],
    }),
});

const OperationUsageType = builder.objectRef<OperationUsage>('ApiUsageOperation').implement({
  description: 'The calls of one operation.',
  interfaces: [UsageInterface],
  fields: (t) =>
    exposed(t, {
      operation:
        'The name of a GraphQL operation, or method and path of a REST call. Beyond 200 names a day, `others`.',
    }),
});

builder.prismaObjectFields(OrganizationType, (t) => {
  const args = {
    mode: t.arg({ type: TokenModeEnum, description: 'Live or test; live if omitted.' }),
    days: t.arg.int({ description: '1 to 90 days back, today included; 30 if omitted.' }),
  };
  return {
    usageByDay: t.field({
      type: [DayUsageType],
      description: 'The days on which its tokens were used, oldest first.',
      authScopes: { signedIn: true },
      complexity: { field: 5, multiplier: 30 },
      args,
      resolve: ({ id }, given, { deps }) => usageByDay(deps, usageOf(id, given)),
    }),
    usageByOperation: t.field({
      type: [OperationUsageType],
      description: `What its tokens called: at most ${mostOperations} operations, those that took the most time in all first.`,
      authScopes: { signedIn: true },
      complexity: { field: 5, multiplier: mostOperations },
      args,
      resolve: ({ id }, given, { deps }) => usageByOperation(deps, usageOf(id, given)),
    }),
  };
});

function usageOf(
  organizationId: string,
  given: { mode?: TokenMode | null | undefined; days?: number | null | undefined },
): UsageOf {
  const days = given.days ?? 30;
  if (days < 1 || days > 90) {
    throw new InvalidInputError([{ field: 'days', message: 'days must be 1 to 90' }]);
  }
  return { organizationId, mode: given.mode ?? 'live', days };
}
