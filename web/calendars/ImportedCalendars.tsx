import { graphql, useFragment } from 'react-relay/hooks';
import type {
  ImportedCalendars_listing$data,
  ImportedCalendars_listing$key,
} from '#web/__generated__/ImportedCalendars_listing.graphql.ts';
import type { ImportedCalendarsReadMutation } from '#web/__generated__/ImportedCalendarsReadMutation.graphql.ts';
import { addDays } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { weeksOf } from '#web/ui/calendar/monthGrid.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useLast } from '#web/ui/basics/useLast.ts';
import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { AddCalendarForm, RemoveCalendarForm } from './CalendarForms.tsx';

type Calendar = ImportedCalendars_listing$data['importedCalendars'][number];

interface ImportedCalendarsProps {
  listing: ImportedCalendars_listing$key;
  month: string;
}

export function ImportedCalendars({ listing, month }: ImportedCalendarsProps) {
  const data = useFragment<ImportedCalendars_listing$key>(
    graphql`
      fragment ImportedCalendars_listing on OwnListing {
        databaseId
        importedCalendars {
          databaseId
          name
          shownAddress
          lastReadAt
          problem
          stays
        }
      }
    `,
    listing,
  );
  const { shown, open, close } = useAddressDialog(undefined, 'act');
  const { importedCalendars: calendars } = data;
  // The form stays while its dialog closes, when the calendar is gone.
  const removed = useLast(calendars.find(({ databaseId }) => databaseId === shown));
  const days = weeksOf(month).flat();
  const nights = { from: days[0] ?? '', to: addDays(days.at(-1) ?? '', 1) };
  const focusAfter = () => document.getElementById(addId);
  return (
    <Panel title="Calendars of other sites">
      <p>
        If you offer these nights elsewhere, bring that calendar in: nights that are taken there
        can’t be booked here. It is read every 15 minutes.
      </p>
      {calendars.length > 0 && (
        <ul className="full">
          {calendars.map((calendar) => (
            <CalendarRow
              key={calendar.databaseId}
              calendar={calendar}
              nights={nights}
              onRemove={() => open(calendar.databaseId)}
            />
          ))}
        </ul>
      )}
      <Button id={addId} variant="outlined" aria-haspopup="dialog" onClick={() => open('add')}>
        Add Calendar
      </Button>
      <p className="soft">
        For the other direction, make a calendar link on the page of the listing and add it at the
        other site.
      </p>
      <FormDialog
        title="Add a calendar"
        isOpen={shown === 'add'}
        onClose={close}
        focusAfter={focusAfter}
      >
        <AddCalendarForm listingId={data.databaseId} nights={nights} />
      </FormDialog>
      <FormDialog
        title="Remove this calendar?"
        isOpen={removed !== undefined && shown === removed.databaseId}
        onClose={close}
        focusAfter={focusAfter}
      >
        {removed && <RemoveCalendarForm calendar={removed} nights={nights} />}
      </FormDialog>
    </Panel>
  );
}

const addId = 'add-calendar';

interface Nights {
  from: string;
  to: string;
}

interface CalendarRowProps {
  calendar: Calendar;
  nights: Nights;
  onRemove: () => void;
}

function CalendarRow({ calendar, nights, onRemove }: CalendarRowProps) {
  const { databaseId: calendarId, name, problem, lastReadAt } = calendar;
  const [read] = useCommand<ImportedCalendarsReadMutation>(graphql`
    mutation ImportedCalendarsReadMutation(
      $input: ListingCalendarIdInput!
      $from: Date!
      $to: Date!
    ) {
      readCalendar(input: $input) {
        ... on ReadCalendarPayload {
          isRead
          listing {
            ...CalendarPage_listing
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  return (
    <li className="stack gap-2 padding-y-3 line-above breaks">
      <div>
        <h3>{name}</h3>
        <p className="soft">
          {calendar.shownAddress} · {plural(calendar.stays, 'stay')} ·{' '}
          {lastReadAt == null ? (
            'not read yet'
          ) : (
            <>
              read <LocalTime instant={lastReadAt} />
            </>
          )}
        </p>
        {problem && <p className="red">{problem}. Its nights stay blocked until it can be read.</p>}
      </div>
      <div className="cluster gap-2">
        <ActionButton
          variant="quiet"
          size="small"
          aria-label={`Read ${name} now`}
          busy="Reading…"
          failed={`${name} was not read`}
          run={async () => ({
            title: (await read({ input: { calendarId }, ...nights })).isRead
              ? `${name} was asked`
              : `${name} answers slowly`,
            description: 'See beside its name what came of it',
          })}
        >
          Read Now
        </ActionButton>
        <Button
          variant="text"
          size="small"
          color="inherit"
          aria-label={`Remove ${name}`}
          aria-haspopup="dialog"
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
