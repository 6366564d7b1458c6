import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { CalendarPage_listing$key } from '#web/__generated__/CalendarPage_listing.graphql.ts';
import type { CalendarPageQuery } from '#web/__generated__/CalendarPageQuery.graphql.ts';
import { addDays, utcToday } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NoSuchListing } from '#web/listings/NoSuchListing.tsx';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';
import { TonePanel } from '#web/ui/panels/TonePanel.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { ImportedCalendars } from './ImportedCalendars.tsx';
import { NightsCalendar } from './NightsCalendar.tsx';

export const page = definePage<CalendarPageQuery>({
  path: '/dashboard/listings/:id/calendar',
  access: 'signedIn',
  query: graphql`
    query CalendarPageQuery($id: ID!, $from: Date!, $to: Date!) {
      ...AppShell_query
      viewer {
        listing(databaseId: $id) {
          title
          ...CalendarPage_listing
        }
      }
    }
  `,
  variables: ({ id, search }) => {
    const days = weeksOf(monthOf(search)).flat();
    return { id, from: days[0] ?? '', to: addDays(days.at(-1) ?? '', 1) };
  },
  meta: ({ viewer }) => viewer.listing && { title: `Calendar of ${viewer.listing.title}` },
  skeleton: <DetailSkeleton columns={[['520px'], ['240px']]} />,
  component: CalendarScreen,
});

function monthOf(search: URLSearchParams): string {
  const month = search.get('month') ?? '';
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) ? month : utcToday().slice(0, 7);
}

function CalendarScreen({ data: { viewer }, id, search }: MemberPageProps<CalendarPageQuery>) {
  return viewer.listing ? (
    <ListingCalendar key={id} listing={viewer.listing} month={monthOf(search)} />
  ) : (
    <NoSuchListing />
  );
}

interface ListingCalendarProps {
  listing: CalendarPage_listing$key;
  month: string;
}

function ListingCalendar({ listing, month }: ListingCalendarProps) {
  const data = useFragment<CalendarPage_listing$key>(
    graphql`
      fragment CalendarPage_listing on OwnListing {
        databaseId
        title
        resort {
          name
        }
        nightConflicts {
          source
          startsOn
          endsOn
          bookingId
          checkIn
          checkOut
        }
        ...NightsCalendar_listing
        ...ImportedCalendars_listing
      }
    `,
    listing,
  );
  const { databaseId, nightConflicts: conflicts } = data;
  return (
    <div className={`content ${layout.page}`}>
      <BackLink to={`/dashboard/listings/${databaseId}`}>{data.title}</BackLink>
      <header className={`stack gap-2 margin-bottom-4 breaks ${layout.title}`}>
        <h1>Calendar</h1>
        <p className="soft">
          {data.title} · {data.resort.name}
        </p>
      </header>
      {conflicts.length > 0 && (
        <TonePanel
          tone="bad"
          label="Nights taken twice"
          title={`${plural(conflicts.length, 'stay')} taken twice`}
          className="full margin-bottom-4"
        >
          <p>
            The traveler keeps the booking here. Cancel the stay at the other site, or write to the
            traveler if that can’t be.
          </p>
          <ul className="stack gap-2">
            {conflicts.map((each) => (
              <li key={`${each.bookingId} ${each.source} ${each.startsOn} ${each.endsOn}`}>
                <strong>{each.source}</strong> has {formatDays(each.startsOn, each.endsOn)};{' '}
                <Link to={`/bookings/${each.bookingId}`}>
                  booked here for {formatDays(each.checkIn, each.checkOut)}
                </Link>
              </li>
            ))}
          </ul>
        </TonePanel>
      )}
      <div className={layout.columns}>
        <NightsCalendar listing={data} month={month} />
        <ImportedCalendars listing={data} month={month} />
      </div>
    </div>
  );
}
