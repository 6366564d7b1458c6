import { useId, type ReactNode } from 'react';
import { graphql, useFragment, type PreloadedQuery } from 'react-relay/hooks';
import type { Variables } from 'relay-runtime';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import type { SaleResults_query$key } from '#web/__generated__/SaleResults_query.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import { SaleCard } from '#web/sales/SaleCard.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { MoreResults } from '../found/MoreResults.tsx';
import { ReadingNotes } from '../found/ReadingNotes.tsx';
import { ResultCount } from '../found/ResultCount.tsx';
import { buyPageQuery } from './buyPageLoader.ts';
import { pageSize } from '#web/search/address/searchState.ts';
import { salesPath, saleSortOf, type SaleState, isNarrowed } from './saleAddress.ts';
import type { ChangeSales } from './useAskedSales.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from 'react-router-dom';
import type { SaleResults_facets$key } from '#web/__generated__/SaleResults_facets.graphql.ts';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatCount } from '#common/numbers.ts';
import styles from './Buy.module.css';
import { chosenConditions } from './chosenConditions.ts';

interface SaleResultsProps {
  reference: PreloadedQuery<buyPageLoaderQuery>;
  search: SaleState;
  onChange: ChangeSales;
  onPlace: (place: Pick<SaleState, 'count'>) => void;
}

export function SaleResults({ reference, search, onChange, onPlace }: SaleResultsProps) {
  const query = useOwnedPreloadedQuery<buyPageLoaderQuery>(buyPageQuery, reference);
  const place = search.query === '' ? '' : ` for “${search.query}”`;
  return (
    <>
      <PageMeta
        title={`Timeshares for Sale${place} | ${query.site.title}`}
        description="Timeshare weeks and points for sale by verified owners: price, yearly fee, use, season and what the first year costs."
        canonicalPath={salesPath({})}
        isUnlisted={salesPath(search) !== salesPath({})}
      />
      <SaleList
        query={query}
        variables={reference.variables}
        none={<NoSales facets={query.saleFacets} search={search} onChange={onChange} />}
        search={search}
        onPlace={onPlace}
      />
    </>
  );
}

interface SaleListProps extends Pick<SaleResultsProps, 'search' | 'onPlace'> {
  query: SaleResults_query$key;
  variables: Variables;
  none: ReactNode;
}

const firstRow = 3;

function SaleList({ query, variables, none, search, onPlace }: SaleListProps) {
  const data = useFragment<SaleResults_query$key>(queryFragment, query);
  const { totalCount, edges: loaded, pageInfo } = data.saleListings;
  // The store may hold more results than requested; the URL gives the number to show.
  const edges = loaded.slice(0, search.count);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="visuallyHidden">
        For sale
      </h2>
      <div className="margin-bottom-4">
        <p className="medium" role="status">
          <ResultCount total={totalCount} where="found" />
        </p>
        <ReadingNotes query={data} isEmpty={edges.length === 0} sort={saleSortOf(search)} />
      </div>
      {edges.length === 0 ? (
        none
      ) : (
        <ResortGrid>
          {edges.map(({ node }, index) => (
            <SaleCard
              key={node.id}
              listing={node}
              picture={index === 0 ? 'main' : index < firstRow ? 'soon' : 'lazy'}
            />
          ))}
        </ResortGrid>
      )}
      <MoreResults
        list="saleListings"
        variables={variables}
        page={pageInfo}
        total={totalCount}
        loaded={loaded.length}
        shown={edges.length}
        onMore={() => onPlace({ count: search.count + pageSize })}
      />
    </section>
  );
}

const queryFragment = graphql`
  fragment SaleResults_query on Query
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 12 }
    after: { type: "String" }
    query: { type: "String" }
    filter: { type: "SaleFilter" }
    sort: { type: "SaleSort" }
  ) {
    ...ReadingNotes_query @arguments(query: $query)
    saleListings(first: $first, after: $after, query: $query, filter: $filter, sort: $sort)
      @connection(key: "SaleResults_saleListings", filters: ["query", "filter", "sort"]) {
      totalCount {
        ...ResultCount_total
      }
      edges {
        node {
          id
          ...SaleCard_listing
        }
      }
      pageInfo {
        ...MoreResults_page
      }
    }
  }
`;

interface NoSalesProps {
  facets: SaleResults_facets$key;
  search: SaleState;
  onChange: ChangeSales;
}

const mostWays = 3;

function NoSales({ facets, search, onChange }: NoSalesProps) {
  const { without } = useFragment<SaleResults_facets$key>(
    graphql`
      fragment SaleResults_facets on SaleFacets {
        without {
          condition
          phrase {
            words
          }
          query
          count {
            value
            isCapped
          }
        }
      }
    `,
    facets,
  );
  const chosen = chosenConditions(search);
  const ways = without
    .filter(({ count }) => count.value > 0)
    .slice(0, mostWays)
    .map(({ condition, phrase, query, count }) => {
      const same = chosen.filter((each) => each.condition === condition);
      const left = phrase?.words ?? same.map(({ label }) => label).join(', ');
      return {
        count,
        label: condition === 'TEXT' ? 'Any place, resort or brand' : `Without “${left}”`,
        changes: { ...cleared(same.map((each) => each.without)), query },
      };
    });
  return (
    <EmptyState title="No resorts found" link={{ to: '/search?type=buy', label: 'Clear Search' }}>
      <p>
        {isNarrowed(search)
          ? "We couldn't find any resorts matching the query. Try adjusting your search terms"
          : 'No resorts are available at the moment'}
      </p>
      {ways.length > 0 && (
        <ul
          className={`cluster gap-3 to-middle margin-top-4 ${styles.ways}`}
          aria-label="What would bring results"
        >
          {ways.map(({ label, changes, count }) => (
            <li key={label}>
              <Button variant="quiet" onClick={() => onChange(changes)}>
                <span>
                  {label}: <strong>{formatCount(count.value)}</strong>
                  {count.isCapped && '+'}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {search.query !== '' && (
        <p className="margin-top-4">
          <Link to={`/search?${new URLSearchParams({ q: search.query })}`}>
            See weeks to rent for “{search.query}”
          </Link>
        </p>
      )}
    </EmptyState>
  );
}

function cleared(each: readonly Partial<SaleState>[]): Partial<SaleState> {
  return Object.fromEntries(
    Object.entries(Object.assign({}, ...each) as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? [] : value,
    ]),
  );
}
