import { graphql } from 'react-relay/hooks';
import type { SalePageQuery } from '#web/__generated__/SalePageQuery.graphql.ts';
import { CompareBar } from '#web/listings/compare/CompareBar.tsx';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { SaleMeta } from './SaleMeta.tsx';
import { SaleOffer } from './SaleOffer.tsx';
import { SalePageSkeleton } from './SalePageSkeleton.tsx';

export const page = definePage<SalePageQuery>({
  path: '/sale/:id',
  access: 'everyone',
  query: graphql`
    query SalePageQuery($id: ID!) {
      ...AppShell_query
      site {
        ...SaleMeta_site
        ...AskOwner_site
      }
      saleListing(id: $id) {
        ...SaleMeta_listing
        ...SaleOffer_listing
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  skeleton: <SalePageSkeleton />,
  component: Sale,
});

function Sale({ data: { site, saleListing } }: PageProps<SalePageQuery>) {
  const { title } = useSiteFacts();
  if (saleListing) {
    return (
      <>
        <SaleMeta listing={saleListing} site={site} />
        <SaleOffer listing={saleListing} site={site} />
        <CompareBar kind="sale" />
      </>
    );
  }
  return (
    <NotFound
      title="No longer for sale"
      description={`This timeshare is not for sale at ${title}. See the weeks and points that are.`}
      heading="This timeshare isn’t for sale"
      action={
        <ButtonLink to="/search?type=buy" variant="contained">
          See What Is for Sale
        </ButtonLink>
      }
    >
      <p>It was sold or taken off the site, or the link is wrong.</p>
    </NotFound>
  );
}
