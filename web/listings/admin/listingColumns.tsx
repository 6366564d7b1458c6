import { Link } from 'react-router-dom';
import { formatDays } from '#web/ui/words/dates.ts';
import { stayRule } from '../nightsWords.ts';
import { LeftBadge } from '../LeftBadge.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import type { Column } from '#web/admin/table/DataTable.tsx';
import styles from './listingColumns.module.css';
import type { ListingRow } from './listingsPageLoader.ts';
import { standingWords } from './listingWords.ts';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

interface ListingColumnsOptions {
  isChosen: (id: string) => boolean;
  choose: (id: string, isChosen: boolean) => void;
}

export const listingColumns = ({
  isChosen,
  choose,
}: ListingColumnsOptions): Column<ListingRow>[] => [
  {
    id: 'choose',
    header: 'Choose',
    isActions: true,
    cell: ({ databaseId, title, moves }) => (
      <label className={styles.choose}>
        <input
          type="checkbox"
          checked={isChosen(databaseId)}
          disabled={moves.length === 0}
          onChange={(event) => choose(databaseId, event.target.checked)}
        />
        <span className="visuallyHidden">Choose {title}</span>
      </label>
    ),
  },
  {
    id: 'title',
    header: 'Listing',
    isRowHeader: true,
    cell: ({ databaseId, title, resortName }) => (
      <span className={styles.listing}>
        <Link to={`/admin/listings/${databaseId}`}>{title}</Link>
        <span className={styles.soft}>{resortName}</span>
      </span>
    ),
  },
  {
    id: 'source',
    header: 'From',
    cell: ({ ownerName, providerName }) => (
      <span className={styles.listing}>
        {ownerName ?? providerName}
        {providerName && <span className={styles.soft}>Provider</span>}
      </span>
    ),
  },
  {
    id: 'dates',
    header: 'Dates',
    isSortable: true,
    cell: ({ availableFrom, availableTo, ...listing }) => (
      <span className={styles.listing}>
        <span className={styles.date}>{formatDays(availableFrom, availableTo)}</span>
        <span className={styles.soft}>{stayRule(listing.minNights, listing.isWholeOnly)}</span>
      </span>
    ),
  },
  {
    id: 'price',
    header: 'A Night',
    align: 'end',
    isSortable: true,
    cell: ({ pricePerNight }) => pricePerNight.formatted,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, isForSale, ...listing }) => (
      <span className={styles.badges}>
        <StatusBadge status={standingWords[status]} />
        <LeftBadge {...listing} status={status} />
        {isForSale && <StatusBadge status={forSale} />}
      </span>
    ),
  },
  {
    id: 'listed',
    header: 'Listed',
    isSortable: true,
    cell: ({ createdAt }) => (
      <span className={styles.date}>
        <LocalDay instant={createdAt} />
      </span>
    ),
  },
];

const forSale = { tone: 'strong', label: 'For sale' } as const;
