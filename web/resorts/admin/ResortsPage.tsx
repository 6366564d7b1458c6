import { lazy } from 'react';
import { graphql } from 'react-relay/hooks';
import type { ResortsPageQuery } from '#web/__generated__/ResortsPageQuery.graphql.ts';
import { formatCount, plural } from '#common/numbers.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { AddButton } from '#web/admin/table/AddButton.tsx';
import { Whole } from '#web/admin/table/Lines.tsx';
import { byPage } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import { RowActions } from '#web/admin/table/RowActions.tsx';
import { pictureSizes } from '../pictureSizes.ts';
import type { ResortRow } from './resortForms.ts';
import styles from './ResortsPage.module.css';

const loadResortDialog = () => import('./ResortDialog.tsx');
const ResortDialog = lazy(loadResortDialog);

const shownAmenities = 2;

export const page = resource<ResortsPageQuery, ResortRow>({
  path: '/admin/resorts',
  name: 'Resorts',
  noun: 'resort',
  subtitle: 'The directory that everyone searches: what stands here is on the site at once.',
  query: graphql`
    query ResortsPageQuery(
      $search: String
      $sort: ManagedResortSort!
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      managedResorts(
        search: $search
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            databaseId
            name
            location
            destination
            description
            imageUrl
            amenities
            rating
            reviewCount
            availableRentals
            priceMin {
              amount
              formatted
            }
            priceMax {
              amount
              formatted
            }
            isNewAvailability
            brand
            brandAliases
            city
            region
            country
            latitude
            longitude
            timezone
            certificateEmail
            certificateLeadDays
            weekRule
            seasonText
            version
            listings
            bookings
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  fetchPolicy: 'store-or-network',
  variables: ({ search, order, page }) => ({ search, sort: order ?? 'NEWEST', ...page }),
  found: ({ managedResorts }) => managedResorts,
  keyOf: ({ databaseId }) => databaseId,
  search: 'Search by name, place or brand',
  pages: byPage,
  none: 'No resort fits. Try other words, or add the resort.',
  actions: (table) => (
    <>
      <ButtonAnchor
        href="/api/admin/resorts/export"
        download
        variant="quiet"
        startIcon={<Icon name="download" size={18} />}
      >
        Export CSV
      </ButtonAnchor>
      <Button
        {...table.opener('import')}
        variant="quiet"
        startIcon={<Icon name="upload" size={18} />}
      >
        Import CSV
      </Button>
      <AddButton table={table} preload={loadResortDialog}>
        Add New Resort
      </AddButton>
    </>
  ),
  columns: [
    {
      id: 'name',
      orders: ['NAME', 'NAME_DESCENDING'],
      header: 'Resort',
      cell: (resort) => (
        <span className={`row gap-4 ${styles.resort}`}>
          <img
            {...pictureSizes(resort.imageUrl, '84px')}
            alt=""
            width={84}
            height={56}
            loading="lazy"
          />
          <span>
            {resort.name}
            <span className="block quiet regular">{resort.location}</span>
            {resort.amenities.length > 0 && (
              <span className="block quiet regular">{firstAmenities(resort.amenities)}</span>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'destination',
      orders: ['DESTINATION', 'DESTINATION_DESCENDING'],
      header: 'Destination',
      cell: ({ destination }) => destination,
    },
    {
      id: 'price',
      orders: ['PRICE', 'PRICE_DESCENDING'],
      header: 'Price Range',
      cell: ({ priceMin, priceMax }) => (
        <Whole>
          {priceMin.formatted} - {priceMax.formatted}
        </Whole>
      ),
    },
    {
      id: 'rating',
      orders: ['RATING', 'RATING_DESCENDING'],
      header: 'Rating',
      cell: ({ rating, reviewCount }) => (
        <span>
          <strong>{rating}</strong> <Whole>({plural(reviewCount, 'review')})</Whole>
        </span>
      ),
    },
    {
      header: 'Status',
      cell: ({ isNewAvailability, availableRentals }) => (
        <span className={`cluster gap-2 ${styles.badges}`}>
          {isNewAvailability && <StatusBadge status={{ tone: 'open', label: 'New' }} />}
          <StatusBadge
            status={{ tone: 'quiet', label: `${formatCount(availableRentals)} Available` }}
          />
        </span>
      ),
    },
    {
      header: 'Actions',
      isActions: true,
      cell: ({ databaseId, name }, { opener }) => (
        <RowActions
          name={name}
          id={databaseId}
          opener={opener}
          actions={['edit', 'pictures', 'owning', 'delete']}
        />
      ),
    },
  ],
  dialogs: {
    ofNone: { add: ResortDialog, import: lazy(() => import('./importing/ImportDialog.tsx')) },
    ofRow: {
      edit: ResortDialog,
      pictures: lazy(() => import('./pictures/ResortPicturesDialog.tsx')),
      owning: lazy(() => import('./OwningDialog.tsx')),
      delete: lazy(() => import('./DeleteResortDialog.tsx')),
    },
  },
});

const firstAmenities = (amenities: readonly string[]): string =>
  amenities.slice(0, shownAmenities).join(', ') + (amenities.length > shownAmenities ? ', …' : '');
