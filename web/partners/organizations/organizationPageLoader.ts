import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { organizationPageLoaderQuery } from '#web/__generated__/organizationPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '#web/relay/requireSignedIn.ts';
import { sectionOf, sectionPath, type OrganizationSection } from './organizationSections.ts';
import { parseUsageAddress } from './usage/usageAddress.ts';
import { deliveryVariables } from './webhooks/deliveryAddress.ts';

export const organizationPageQuery = graphql`
  query organizationPageLoaderQuery(
    $id: ID!
    $isMembers: Boolean!
    $isTokens: Boolean!
    $isWebhooks: Boolean!
    $isUsage: Boolean!
    $isSettings: Boolean!
    $days: Int!
    $mode: TokenMode!
    $endpointId: ID
    $isWaiting: Boolean
  ) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      databaseId
    }
    organization(id: $id) {
      name
      ...OrganizationHead_organization
      ...MembersSection_organization @include(if: $isMembers) @alias(as: "members")
      ...TokensSection_organization @include(if: $isTokens) @alias(as: "tokens")
      ...WebhooksSection_organization
        @arguments(endpointId: $endpointId, isWaiting: $isWaiting)
        @include(if: $isWebhooks)
        @alias(as: "webhooks")
      ...UsageSection_organization
        @arguments(days: $days, mode: $mode)
        @include(if: $isUsage)
        @alias(as: "usage")
      ...SettingsSection_organization @include(if: $isSettings) @alias(as: "settings")
    }
  }
`;

export interface OrganizationPageData {
  reference: PreloadedQuery<organizationPageLoaderQuery>;
  section: OrganizationSection;
}

/** Shows stored data and refetches it, since programs, the team and other members change it. */
export async function loadOrganizationPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<OrganizationPageData> {
  const id = params['id'] ?? '';
  const section = sectionOf(params['section']);
  if (section === undefined) throw redirect(sectionPath(id, 'members'));
  const address = new URL(request.url).searchParams;
  const { days, mode } = parseUsageAddress(address);
  const reference = loadQuery<organizationPageLoaderQuery>(
    environment,
    organizationPageQuery,
    {
      id,
      isMembers: section === 'members',
      isTokens: section === 'tokens',
      isWebhooks: section === 'webhooks',
      isUsage: section === 'usage',
      isSettings: section === 'settings',
      days: Number(days),
      mode: mode === 'test' ? 'TEST' : 'LIVE',
      ...deliveryVariables(address),
    },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { reference, section };
}
