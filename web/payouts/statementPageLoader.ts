import { graphql, loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Environment } from 'relay-runtime';
import type { statementPageLoaderQuery } from '../__generated__/statementPageLoaderQuery.graphql.ts';
import { requireSignedIn } from '../relay/requireSignedIn.ts';

export const statementPageQuery = graphql`
  query statementPageLoaderQuery($year: Int!, $isYear: Boolean!) {
    ...AppShell_query
    site {
      title
    }
    viewer {
      ...Statement_viewer @arguments(year: $year) @include(if: $isYear) @alias(as: "statement")
    }
  }
`;

export interface StatementPageData {
  /** Undefined if the URL has no valid year. */
  year: number | undefined;
  reference: PreloadedQuery<statementPageLoaderQuery>;
}

/** Shows stored data and refetches it, since every payout changes it. */
export async function loadStatementPage(
  environment: Environment,
  { params, request }: LoaderFunctionArgs,
): Promise<StatementPageData> {
  const year = /^2[01]\d\d$/.test(params['year'] ?? '') ? Number(params['year']) : undefined;
  const reference = loadQuery<statementPageLoaderQuery>(
    environment,
    statementPageQuery,
    { year: year ?? 2000, isYear: year !== undefined },
    { fetchPolicy: 'store-and-network' },
  );
  await requireSignedIn(environment, reference, request);
  return { year, reference };
}
