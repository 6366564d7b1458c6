import { formatCount, plural } from '#common/numbers.ts';
import { pictureSizes } from '../pictureSizes.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import type { Column } from '#web/admin/table/DataTable.tsx';
import { RowActions } from '#web/admin/table/RowActions.tsx';
import styles from './resortColumns.module.css';
import type { ResortRow } from './resortsPageLoader.ts';

interface ResortColumnsOptions {
  openDialog: (name: string, id: string) => void;
}

/** Amenities shown in a row; an ellipsis replaces the others. */
const shownAmenities = 2;

export const resortColumns = ({ openDialog }: ResortColumnsOptions): Column<ResortRow>[] => [
  {
    id: 'name',
    header: 'Resort',
    isRowHeader: true,
    isSortable: true,
    cell: (resort) => (
      <span className={styles.resort}>
        <img
          {...pictureSizes(resort.imageUrl, '84px')}
          alt=""
          width={84}
          height={56}
          loading="lazy"
        />
        <span>
          {resort.name}
          <span className={styles.soft}>{resort.location}</span>
          {resort.amenities.length > 0 && (
            <span className={styles.soft}>{firstAmenities(resort.amenities)}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'destination',
    header: 'Destination',
    isSortable: true,
    cell: ({ destination }) => destination,
  },
  {
    id: 'price',
    header: 'Price Range',
    isSortable: true,
    cell: ({ priceMin, priceMax }) => (
      <span className={styles.whole}>
        {priceMin.formatted} - {priceMax.formatted}
      </span>
    ),
  },
  {
    id: 'rating',
    header: 'Rating',
    isSortable: true,
    cell: ({ rating, reviewCount }) => (
      <span>
        <strong>{rating}</strong>{' '}
        <span className={styles.whole}>({plural(reviewCount, 'review')})</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ isNewAvailability, availableRentals }) => (
      <span className={styles.badges}>
        {isNewAvailability && <StatusBadge status={{ tone: 'open', label: 'New' }} />}
        <StatusBadge
          status={{ tone: 'quiet', label: `${formatCount(availableRentals)} Available` }}
        />
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    cell: ({ databaseId, name }) => (
      <RowActions
        name={name}
        id={databaseId}
        onEdit={() => openDialog('edit', databaseId)}
        onPictures={() => openDialog('pictures', databaseId)}
        onDelete={() => openDialog('delete', databaseId)}
      />
    ),
  },
];

const firstAmenities = (amenities: readonly string[]): string =>
  amenities.slice(0, shownAmenities).join(', ') + (amenities.length > shownAmenities ? ', …' : '');
