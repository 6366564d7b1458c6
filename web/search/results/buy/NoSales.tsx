import { Button } from '#web/ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { NoSales_facets$key } from '#web/__generated__/NoSales_facets.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatCount } from '#common/numbers.ts';
import styles from './Buy.module.css';
import { chosenConditions } from './chosenConditions.ts';
import { isNarrowed, type SaleState } from './saleAddress.ts';
import type { ChangeSales } from './useAskedSales.ts';

interface NoSalesProps {
  facets: NoSales_facets$key;
  search: SaleState;
  onChange: ChangeSales;
}

const mostWays = 3;

/** The message for no results, with conditions whose removal would give results. */
export function NoSales({ facets, search, onChange }: NoSalesProps) {
  const { without } = useFragment<NoSales_facets$key>(
    graphql`
      fragment NoSales_facets on SaleFacets {
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
    <EmptyState
      title="No resorts found"
      action={
        <ButtonLink to="/search?type=buy" variant="contained">
          Clear Search
        </ButtonLink>
      }
    >
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
              <Button variant="outlined" color="inherit" onClick={() => onChange(changes)}>
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

/** Removes all values of a condition at once. */
function cleared(each: readonly Partial<SaleState>[]): Partial<SaleState> {
  return Object.fromEntries(
    Object.entries(Object.assign({}, ...each) as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? [] : value,
    ]),
  );
}
