import { graphql, useFragment } from 'react-relay/hooks';
import type { WeekRow_week$key } from '#web/__generated__/WeekRow_week.graphql.ts';
import { CompareToggle } from '#web/listings/compare/CompareToggle.tsx';
import { OnRequest } from '#web/listings/OnRequest.tsx';
import { useIsInstant } from '#web/listings/useIsInstant.ts';
import { pictureSizes } from '#web/resorts/pictureSizes.ts';
import { stayPath } from '#common/addresses/stayAddress.ts';
import { unitSize } from '#web/resorts/unitSize.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { plural } from '#common/numbers.ts';
import { formatStayDays } from '#web/ui/words/stayDays.ts';
import styles from './WeekRow.module.css';

interface WeekRowProps {
  week: WeekRow_week$key;
  guests: number | null;
  picture: 'main' | 'soon' | 'lazy';
  canCompare?: boolean;
}

export function WeekRow({ week, guests, picture, canCompare }: WeekRowProps) {
  const { checkIn, checkOut, nights, total, listing } = useFragment<WeekRow_week$key>(
    graphql`
      fragment WeekRow_week on Week {
        checkIn
        checkOut
        nights
        total {
          formatted
        }
        listing {
          databaseId
          bedrooms
          maxGuests
          isInstant
          pricePerNight {
            formatted
          }
          resort {
            databaseId
            name
            location
            imageUrl
            timezone
            certificateLeadDays
          }
        }
      }
    `,
    week,
  );
  const { takesPayments } = useSiteFacts();
  const { resort } = listing;
  const isInstant = useIsInstant()({
    isInstant: listing.isInstant,
    timezone: resort.timezone,
    certificateLeadDays: resort.certificateLeadDays,
    checkIn,
  });
  const stay = formatStayDays(checkIn, checkOut);
  const action = isInstant ? 'Book' : 'Request';
  return (
    <article className={styles.week}>
      <div className={`relative on-sand ${styles.picture}`}>
        <img
          {...pictureSizes(resort.imageUrl, '(max-width: 599px) 112px, 220px')}
          alt=""
          width="600"
          height="400"
          loading={picture === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={picture === 'main' ? 'high' : undefined}
          decoding="async"
        />
      </div>
      <div className={`stack gap-1 packed padding-y-4 breaks ${styles.what}`}>
        <h3>{resort.name}</h3>
        <p className={`flex gap-6px at-top quiet ${styles.place}`}>
          <Icon name="pin" size={18} />
          {resort.location}
        </p>
        <p className="margin-top-2 text-18 semibold">{stay}</p>
        <p className="quiet">
          {plural(nights, 'night')} · {unitSize(listing.bedrooms, listing.maxGuests)}
        </p>
        <OnRequest isInstant={isInstant} />
        {canCompare && (
          <div className="margin-top-2">
            <CompareToggle kind="week" id={listing.databaseId} name={`${stay} at ${resort.name}`} />
          </div>
        )}
      </div>
      <div className={`stack gap-3 ${styles.price}`}>
        <p>
          <strong className="text-22 bold">{total.formatted}</strong> in all
          <span className="block quiet">{listing.pricePerNight.formatted} a night</span>
        </p>
        <ButtonLink
          className="covers"
          to={stayPath(resort.databaseId, {
            from: checkIn,
            to: checkOut,
            guests,
            listing: listing.databaseId,
          })}
          variant="quiet"
        >
          <span>
            {takesPayments ? action : 'View'}{' '}
            <span className="visuallyHidden">
              {stay} at {resort.name}
            </span>
          </span>
        </ButtonLink>
      </div>
    </article>
  );
}
