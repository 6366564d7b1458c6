import { graphql } from 'react-relay/hooks';
import type { NotFoundPageQuery } from '#web/__generated__/NotFoundPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';

export const page = definePage<NotFoundPageQuery>({
  path: '*',
  access: 'everyone',
  query: graphql`
    query NotFoundPageQuery {
      ...AppShell_query
    }
  `,
  skeleton: <EmptyPageSkeleton />,
  component: NoPage,
});

function NoPage() {
  const { title } = useSiteFacts();
  return (
    <NotFound
      title="Page Not Found"
      description={`This page of ${title} does not exist. Search resorts and timeshare weeks, or go back to the home page.`}
      link={{ to: '/', label: 'Back to Home' }}
      text="This address leads nowhere. The tide may have taken it."
    />
  );
}
