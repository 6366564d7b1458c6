import { graphql } from 'react-relay/hooks';
import type { NotFoundPageQuery } from '#web/__generated__/NotFoundPageQuery.graphql.ts';
import { definePage } from '#web/page/definePage.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';

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
      action={
        <ButtonLink to="/" variant="contained">
          Back to Home
        </ButtonLink>
      }
    >
      <p>This address leads nowhere. The tide may have taken it.</p>
    </NotFound>
  );
}
