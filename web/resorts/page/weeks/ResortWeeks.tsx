import { Button } from '#web/ui/basics/Button.tsx';
import { useRef, lazy, Suspense } from 'react';
import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { Link } from 'react-router-dom';
import type {
  ResortWeeks_resort$data,
  ResortWeeks_resort$key,
} from '#web/__generated__/ResortWeeks_resort.graphql.ts';
import { OnRequest } from '#web/listings/OnRequest.tsx';
import { useIsInstant } from '#web/listings/useIsInstant.ts';
import { UnitFacts } from '#web/listings/UnitFacts.tsx';
import { nightsWords, stayRule } from '#web/listings/nightsWords.ts';
import { formatLongDay, formatStay } from '#web/ui/words/dates.ts';
import { Drawing, Icon } from '#web/ui/basics/Icon.tsx';
import { addDays } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { ResortFacts, type ResortFactsProps } from '../ResortFacts.tsx';
import { BookNow } from '../booking/BookNow.tsx';
import { hasNightOf, OwnHolds, useOwnHolds } from '#web/bookings/holds/OwnHold.tsx';
import styles from './ResortWeeks.module.css';
import { useResortView } from '../useResortView.ts';
import { PictureView } from '#web/pictures/PictureView.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import weekPicturesStyles from './WeekPictures.module.css';

interface ResortWeeksProps {
  resort: ResortWeeks_resort$key;
  night: string | undefined;
  facts: Omit<ResortFactsProps, 'weeks'>;
  onShowAll: () => void;
}

export function ResortWeeks({ resort, night, facts, onShowAll }: ResortWeeksProps) {
  const { data, hasNext, isLoadingNext, loadNext } = usePages(resortFragment, resort);
  const { edges } = data.weeks;
  const isHeld = useOwnHolds().some(
    (hold) => night === undefined || hasNightOf(hold, night, addDays(night, 1)),
  );
  const list = useRef<HTMLUListElement>(null);
  const loadMore = () => {
    loadNext(6, {
      onComplete: (error) => {
        if (error) {
          showFailure('More weeks could not be loaded', undefined);
        } else
          list.current?.children[edges.length]?.querySelector<HTMLElement>('a, button')?.focus();
      },
    });
  };
  return (
    <div className="stack gap-4 margin-top-5">
      <ResortFacts {...facts} weeks={edges.map(({ node }) => node)} />
      <div className={`bar gap-3 semibold ${styles.which}`}>
        <p role="status">
          {night !== undefined && <>Weeks with the night of {formatLongDay(night)}</>}
        </p>
        {night !== undefined && (
          <Button variant="quiet" onClick={onShowAll}>
            Show all weeks
          </Button>
        )}
      </div>
      <OwnHolds label="Weeks you are holding" />
      {edges.length === 0 && !isHeld && (
        <div className={styles.none}>
          <Icon name="calendar" size={30} />
          <p>
            {night === undefined
              ? 'No weeks are on offer right now. Owners list new ones all the time.'
              : 'This night is taken, or nobody offers it.'}
          </p>
        </div>
      )}
      {edges.length > 0 && (
        <ul ref={list} className={`stack gap-3 ${styles.list}`}>
          {edges.map(({ node }) => (
            <Week key={node.id} week={node} resort={data} />
          ))}
        </ul>
      )}
      {hasNext && (
        <p>
          <Button
            variant="quiet"
            size="large"
            aria-busy={isLoadingNext}
            onClick={isLoadingNext ? undefined : loadMore}
          >
            {isLoadingNext ? 'Loading…' : 'Load more weeks'}
          </Button>
        </p>
      )}
    </div>
  );
}

const resortFragment = graphql`
  fragment ResortWeeks_resort on Resort
  @refetchable(queryName: "ResortWeeksPaginationQuery")
  @argumentDefinitions(
    few: { type: "Int", defaultValue: 6 }
    after: { type: "String" }
    night: { type: "Date" }
  ) {
    timezone
    certificateLeadDays
    weeks(first: $few, after: $after, night: $night)
      @connection(key: "ResortWeeks_weeks", filters: ["night"]) {
      edges {
        node {
          id
          databaseId
          title
          nights
          freeNights
          minNights
          isWholeOnly
          isInstant
          freeStays {
            checkIn
            checkOut
            total {
              amount
              formatted
            }
          }
          weekNumbers
          pricePerNight {
            formatted
          }
          maxGuests
          bedrooms
          facts {
            ...UnitFacts_facts
          }
          offerCode
          isForSale
          salePrice {
            formatted
          }
          source
          pictureCount
          pictures(first: 1) {
            ...PictureView_picture
          }
          ...ResortFacts_weeks
        }
      }
    }
  }
`;

interface WeekProps {
  week: ResortWeeks_resort$data['weeks']['edges'][number]['node'];
  resort: Pick<ResortWeeks_resort$data, 'timezone' | 'certificateLeadDays'>;
}

function Week({ week, resort }: WeekProps) {
  const isInstant = useIsInstant();
  const stay = week.freeStays
    .map(({ checkIn, checkOut }) => formatStay(checkIn, checkOut))
    .join(' and ');
  const [free, ...others] = week.freeStays;
  const { view, pathOf } = useResortView();
  const number = numbersText(week.weekNumbers);
  return (
    <li className="bar gap-5 row-gap-4 padding-4-5 card padding-4-on-phones">
      <WeekPictures week={week} />
      <div className={`stack gap-1 to-left shrink ${styles.what}`}>
        <p className={`pill on-foam teal text-14 bold ${styles.number}`}>{number}</p>
        <h3>{stay}</h3>
        <p className="soft">{week.title}</p>
        <ul className="cluster gap-4 row-gap-1 margin-top-2 text-15 tide-icons">
          <li className="row gap-6px">
            <Icon name="calendar" size={18} />
            {[
              nightsWords(week.nights, week.freeNights),
              stayRule(week.minNights, week.isWholeOnly).toLowerCase(),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
          <li className="row gap-6px">
            <Icon name="user" size={18} />
            Up to {plural(week.maxGuests, 'guest')}
          </li>
          {week.bedrooms != null && (
            <li className="row gap-6px">
              <Drawing path={bed} size={18} />
              {week.bedrooms === 0 ? 'Studio' : plural(week.bedrooms, 'bedroom')}
            </li>
          )}
        </ul>
        <UnitFacts facts={week.facts} />
        <OnRequest
          isInstant={isInstant({
            isInstant: week.isInstant,
            timezone: resort.timezone,
            certificateLeadDays: resort.certificateLeadDays,
            checkIn: week.freeStays[0]?.checkIn,
          })}
        />
        {week.source != null && <p className="quiet margin-top-1">From {week.source}</p>}
        <p className="quiet margin-top-1">Offer code {week.offerCode}</p>
        {week.isForSale && week.salePrice && (
          <p className="margin-top-2 quiet">Also for sale at {week.salePrice.formatted}</p>
        )}
      </div>
      <div className={`stack gap-2px ${styles.price}`}>
        <p>
          <strong>{week.pricePerNight.formatted}</strong> per night
        </p>
        {free && others.length === 0 && <p className="quiet">{free.total.formatted} total</p>}
        {free && others.length === 0 && (
          <BookNow
            stay={{
              listingId: week.databaseId,
              checkIn: free.checkIn,
              checkOut: free.checkOut,
              guests: view.guests,
              totalCents: free.total.amount,
              isInstant: week.isInstant,
              words: `${number}, ${stay}`,
            }}
            variant="week"
          />
        )}
        {free && others.length > 0 && (
          <ButtonLink
            to={pathOf({
              stay: {
                from: free.checkIn,
                to: free.checkOut,
                guests: view.guests,
                listing: week.databaseId,
              },
            })}
            variant="quiet"
            fullWidth
          >
            <span>
              Choose Nights<span className="visuallyHidden"> {`${number}, ${stay}`}</span>
            </span>
          </ButtonLink>
        )}
        <Link className={styles.ask} to={`/messages/new?listing=${encodeURIComponent(week.id)}`}>
          {week.source == null ? 'Ask the owner' : 'Ask our team'}
          <span className="visuallyHidden"> about {stay}</span>
        </Link>
      </div>
    </li>
  );
}

/** 'Week 7', or 'Weeks 7 – 8' if it spans several. */
function numbersText(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === last || last === undefined ? `Week ${first ?? ''}` : `Weeks ${first} – ${last}`;
}

const bed =
  'M3.5 19v-13M3.5 16h17M20.5 19v-6.5a3 3 0 0 0-3-3h-7V16M7 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z';

const WeekGallery = lazy(() => import('./WeekGallery.tsx'));

function WeekPictures({
  week: data,
}: {
  week: ResortWeeks_resort$data['weeks']['edges'][number]['node'];
}) {
  const { id, databaseId, title, pictureCount, pictures } = data;
  const name = `pictures-${databaseId}`;
  const { shown, open, close } = useAddressDialog([name], 'act');
  const seen = useSeen(shown);
  const [first] = pictures;
  if (!first) return null;
  return (
    <>
      <button
        type="button"
        id={name}
        className={`relative clip ${weekPicturesStyles.open}`}
        aria-haspopup="dialog"
        aria-label={`${plural(pictureCount, 'picture')} of ${title}`}
        onClick={() => open(name)}
      >
        <PictureView picture={first} sizes="(max-width: 599px) 92vw, 168px" isDescribed />
        <span className={weekPicturesStyles.count}>
          <Drawing path={frames} size={16} />
          {pictureCount}
        </span>
      </button>
      {seen.length > 0 && (
        <Suspense fallback={null}>
          <WeekGallery
            id={id}
            title={title}
            isOpen={shown !== undefined}
            onClose={close}
            focusAfter={() => document.getElementById(name)}
          />
        </Suspense>
      )}
    </>
  );
}

const frames = 'M4 8.5h12.5V20H4zM8 8V4.5h12.5V16H17M4.5 17.5l4-4 3 3 1.5-1.5 3 3';
