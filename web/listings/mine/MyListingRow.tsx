import { graphql, useFragment } from 'react-relay/hooks';
import type { MyListingRow_listing$key } from '#web/__generated__/MyListingRow_listing.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { EscrowBadge } from '../EscrowBadge.tsx';
import { sumInWords } from '#web/ui/words/money.ts';
import { stayRule } from '../nightsWords.ts';
import { LeftBadge } from '../LeftBadge.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';
import { PictureRow, Todo } from '#web/ui/panels/PictureRow.tsx';
import styles from './MyListings.module.css';

export function MyListingRow({ listing }: { listing: MyListingRow_listing$key }) {
  const data = useFragment<MyListingRow_listing$key>(
    graphql`
      fragment MyListingRow_listing on OwnListing {
        databaseId
        title
        availableFrom
        availableTo
        nights
        freeNights
        minNights
        isWholeOnly
        pricePerNight {
          formatted
        }
        status
        hasContract
        earned {
          amount
          formatted
        }
        resort {
          name
          imageUrl
        }
        ...EscrowBadge_listing
      }
    `,
    listing,
  );
  const { status, earned, resort } = data;
  const todo = status === 'IN_REVIEW' && !data.hasContract ? noContract : todos[status];
  return (
    <PictureRow
      imageUrl={resort.imageUrl}
      to={`/dashboard/listings/${data.databaseId}`}
      title={data.title}
      state={
        <>
          <span className={`cluster gap-2 to-end ${styles.badges}`}>
            <StatusBadge status={listingStatuses[status]} />
            <LeftBadge
              status={data.status}
              nights={data.nights}
              freeNights={data.freeNights}
              minNights={data.minNights}
            />
            <EscrowBadge listing={data} />
          </span>
          {earned.some(({ amount }) => amount > 0) && (
            <span className="bold">
              {sumInWords(earned.map(({ formatted }) => formatted))} earned
            </span>
          )}
        </>
      }
    >
      <p>{resort.name}</p>
      <p>
        {[
          formatStay(data.availableFrom, data.availableTo),
          stayRule(data.minNights, data.isWholeOnly).toLowerCase(),
          `${data.pricePerNight.formatted} a night`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {todo !== undefined && <Todo>{todo}</Todo>}
    </PictureRow>
  );
}

const noContract = 'Add your proof of ownership';

/** The owner's next action for a listing that is not public, by status. */
const todos: Readonly<Partial<Record<string, string>>> = {
  MORE_INFORMATION: 'Our team has a question for you',
  REJECTED: 'See why, and what you can do',
  OVER: 'Change the dates to offer another week',
  EXPIRED: 'Send a newer proof of ownership',
};
