import { graphql } from 'react-relay/hooks';
import type { ComparePageQuery } from '../__generated__/ComparePageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { EmptyPageSkeleton } from '../page/EmptyPageSkeleton.tsx';
import { readCompared } from './compareAddress.ts';
import { useEffect, useRef } from 'react';
import { useNavigate, Link } from 'react-router-dom';
import {
  comparePath,
  mostCompared,
  setCompared,
  type Compared,
  type ComparedKind,
} from '../listings/compare/compared.ts';
import { useSaleWords } from '../sales/saleWords.ts';
import { useSaleFacts } from '../sales/saleFacts.ts';
import { ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { EmptyState } from '../ui/panels/EmptyState.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { formatStay } from '../ui/words/dates.ts';
import { plural } from '#common/numbers.ts';
import styles from './Comparison.module.css';
import { ComparisonTable } from './ComparisonTable.tsx';
import { useWeekFacts } from './weekFacts.ts';
import { pictureSizes } from '../resorts/pictureSizes.ts';
import comparisonTableStyles from './ComparisonTable.module.css';

export const page = definePage<ComparePageQuery>({
  path: '/compare',
  access: 'everyone',
  query: graphql`
    query ComparePageQuery($ids: [ID!]!) {
      ...AppShell_query
      comparedListings(ids: $ids) {
        databaseId
        freeStays {
          checkIn
          checkOut
        }
        salePrice {
          __typename
        }
        resort {
          databaseId
          name
          location
          imageUrl
        }
        ...saleWords_listings
        ...saleFacts_listings
        ...weekFacts_listings
      }
    }
  `,
  variables: ({ search }) => ({ ids: readCompared(search).ids }),
  meta: {
    title: 'Compare Timeshares',
    description:
      'Up to four timeshare weeks side by side, for rent or for sale: what you get, when you may use it and what it costs.',
  },
  skeleton: <EmptyPageSkeleton />,
  component: Compare,
});

function Compare({ data: { comparedListings }, search }: PageProps<ComparePageQuery>) {
  const { kind, ids } = readCompared(search);
  return (
    <Comparison
      listings={comparedListings.filter((listing) => listing != null)}
      kind={kind}
      asked={ids.length}
    />
  );
}

interface ComparisonProps {
  listings: ComparePageQuery['response']['comparedListings'];
  kind: ComparedKind;
  /** Number of listings in the URL; some may be gone. */
  asked: number;
}

const places = {
  sale: { path: '/search?type=buy', label: 'See What Is for Sale' },
  week: { path: '/search', label: 'Browse Resorts' },
} as const;

function Comparison({ listings, kind, asked }: ComparisonProps) {
  const chosen = useChosen(listings, kind);
  useChoiceOfAddress(kind, asked, chosen);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const remove = (removed: string) => {
    const rest = chosen.filter(({ id }) => id !== removed).map(choiceOf);
    // The focused button is about to go.
    heading.current?.focus();
    setCompared(kind, rest);
    void navigate(comparePath(kind, rest), { replace: true, preventScrollReset: true });
  };
  const { path, label } = places[kind];
  const gone = asked - chosen.length;
  return (
    <div className={`content stack gap-4 to-left page-space ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        Compare Timeshares
      </h1>
      {gone > 0 && (
        <p className="row gap-3 notice" role="status">
          <Icon name="flag" size={20} />
          {gone === 1 ? 'One of these is' : `${gone} of these are`} no longer on the site.
        </p>
      )}
      {chosen.length === 0 ? (
        <EmptyState title="Nothing to compare yet" link={{ to: path, label }}>
          <p>
            Choose up to {mostCompared} with “Compare” on their cards, and see them side by side.
          </p>
        </EmptyState>
      ) : (
        <>
          <p className="soft text-18">
            {`${plural(chosen.length, 'timeshare')} ${kind === 'sale' ? 'for sale' : 'for rent'}${
              chosen.length > 1 ? '; what differs is marked' : ''
            }.`}
          </p>
          <ComparisonTable
            columns={chosen.map(({ id, groups, ...head }) => ({
              id,
              head: <ColumnHead {...head} onRemove={() => remove(id)} />,
              groups,
            }))}
          />
          {chosen.length < mostCompared && (
            <ButtonLink to={path} variant="quiet">
              Add Another
            </ButtonLink>
          )}
        </>
      )}
    </div>
  );
}

function useChosen(listings: ComparePageQuery['response']['comparedListings'], kind: ComparedKind) {
  const data = listings;
  const saleWords = useSaleWords(data);
  const saleFacts = useSaleFacts(data);
  const weekFacts = useWeekFacts(data);
  return data.flatMap((listing, index) => {
    const { databaseId: id, resort } = listing;
    const isSale = kind === 'sale';
    const isThere = isSale ? listing.salePrice != null : listing.freeStays.length > 0;
    const what = isSale
      ? (saleWords[index]?.owned ?? '')
      : listing.freeStays.map((stay) => formatStay(stay.checkIn, stay.checkOut)).join(' and ');
    const column = {
      id,
      what,
      name: `${what} at ${resort.name}`,
      path: isSale ? `/sale/${id}` : `/resort/${resort.databaseId}`,
      listing,
      groups: (isSale ? saleFacts : weekFacts)[index] ?? [],
    };
    return isThere ? [column] : [];
  });
}

const choiceOf = ({ id, name }: Compared): Compared => ({ id, name });

/** Replaces the tab's choice by the URL's choice, which may come from an outside link. */
function useChoiceOfAddress(kind: ComparedKind, asked: number, chosen: readonly Compared[]): void {
  const choice = JSON.stringify(chosen.map(choiceOf));
  useEffect(() => {
    if (asked > 0) setCompared(kind, JSON.parse(choice) as Compared[]);
  }, [kind, asked, choice]);
}

interface ColumnHeadProps {
  listing: ComparePageQuery['response']['comparedListings'][number];
  what: string;
  name: string;
  path: string;
  onRemove: () => void;
}

function ColumnHead({ listing: { resort }, what, name, path, onRemove }: ColumnHeadProps) {
  return (
    <div className={`stack gap-2px to-left relative ${comparisonTableStyles.head}`}>
      <img
        {...pictureSizes(resort.imageUrl, '240px')}
        alt=""
        width="600"
        height="400"
        decoding="async"
      />
      <button
        type="button"
        className={`disc absolute ${comparisonTableStyles.remove}`}
        onClick={onRemove}
      >
        <Icon name="close" size={20} />
        <span className="visuallyHidden">Remove {name}</span>
      </button>
      <Link to={path}>{resort.name}</Link>
      <span className="teal semibold">{what}</span>
      <span className="quiet regular">{resort.location}</span>
    </div>
  );
}
