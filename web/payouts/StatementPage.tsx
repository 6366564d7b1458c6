import { graphql } from 'react-relay/hooks';
import type { StatementPageQuery } from '../__generated__/StatementPageQuery.graphql.ts';
import { definePage, type MemberPageProps, type PageAddress } from '../page/definePage.tsx';
import { NotFound } from '../page/NotFound.tsx';
import { useSiteFacts } from '../page/siteFacts.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { PayoutsSkeleton } from './PayoutsSkeleton.tsx';
import { Statement } from './Statement.tsx';

export const page = definePage<StatementPageQuery>({
  path: '/payouts/:year',
  access: 'signedIn',
  query: graphql`
    query StatementPageQuery($year: Int!, $isYear: Boolean!) {
      ...AppShell_query
      viewer {
        ...Statement_viewer @arguments(year: $year) @include(if: $isYear) @alias(as: "statement")
      }
    }
  `,
  variables: (address) => {
    const year = yearIn(address);
    return { year: year ?? 2000, isYear: year !== undefined };
  },
  meta: ({ viewer }, address) => {
    const year = yearIn(address);
    return viewer.statement && { title: `Statement ${year}`, canonicalPath: `/payouts/${year}` };
  },
  skeleton: <PayoutsSkeleton />,
  component: LoadedStatement,
});

/** Undefined if the address names no year. */
const yearIn = ({ params: { year = '' } }: PageAddress): number | undefined =>
  /^2[01]\d\d$/.test(year) ? Number(year) : undefined;

function LoadedStatement({ data, ...address }: MemberPageProps<StatementPageQuery>) {
  const { title } = useSiteFacts();
  const { statement } = data.viewer;
  const year = yearIn(address);
  if (statement && year !== undefined) {
    return <Statement siteTitle={title} year={year} viewer={statement} />;
  }
  return (
    <div className="content">
      <NotFound
        title="Statement not found"
        heading="There is no such statement"
        action={
          <ButtonLink to="/payouts" variant="contained" color="secondary" size="large">
            Payouts
          </ButtonLink>
        }
      >
        <p>Each year in which you earned something has a statement.</p>
      </NotFound>
    </div>
  );
}
