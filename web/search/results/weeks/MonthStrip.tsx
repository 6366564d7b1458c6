import { useEffect, useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { MonthStrip_query$key } from '#web/__generated__/MonthStrip_query.graphql.ts';
import { nightsBetween } from '#common/days.ts';
import { pageSize, type SearchState } from '#web/search/address/searchState.ts';
import { noTime } from '#web/search/address/stayTime.ts';
import { searchPath } from '#web/search/address/searchUrl.ts';
import styles from './MonthStrip.module.css';

interface MonthStripProps {
  query: MonthStrip_query$key;
  search: SearchState;
}

const shortMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export function MonthStrip({ query, search }: MonthStripProps) {
  const { weekMonths, searchPhrases } = useFragment<MonthStrip_query$key>(
    graphql`
      fragment MonthStrip_query on Query
      @argumentDefinitions(query: { type: "String" }, filter: { type: "ResortFilter" }) {
        weekMonths(query: $query, filter: $filter) {
          month
          lowestTotal {
            formatted
          }
        }
        searchPhrases(query: $query) {
          isDate
          without
        }
      }
    `,
    query,
  );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Scrolls the strip only; scrollIntoView would scroll the page as well.
    const chosen = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
  }, [search.month]);
  if (weekMonths.length === 0) return null;

  const dated = searchPhrases.find(({ isDate }) => isDate);
  const isAnyTime = !dated && search.from + search.month + search.season === '';
  const pathOf = (month: string) =>
    searchPath({
      ...search,
      ...noTime,
      query: dated?.without ?? search.query,
      month,
      nights: search.from === '' ? search.nights : `${nightsBetween(search.from, search.to)}`,
      count: pageSize,
    });
  return (
    <nav aria-label="Months">
      <ul ref={list} className={styles.months}>
        <li>
          <Link to={pathOf('')} preventScrollReset aria-current={isAnyTime || undefined}>
            <strong className="text-15 semibold">Any time</strong>
          </Link>
        </li>
        {weekMonths.map(({ month, lowestTotal }) => (
          <li key={month}>
            <Link
              to={pathOf(month)}
              preventScrollReset
              aria-current={month === search.month || undefined}
            >
              <strong className="text-15 semibold">
                {shortMonth.format(new Date(`${month}-01`))}
              </strong>
              <span className="soft">from {lowestTotal.formatted}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
