import { Button } from '#web/ui/basics/Button.tsx';
import { utcToday } from '#common/days.ts';
import { plural } from '#common/numbers.ts';
import { ButtonAnchor, ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { copyLink, ShownLink } from '#web/ui/panels/ShownLink.tsx';
import type { ListingAct } from '../useListingAct.ts';

interface CalendarPanelProps {
  listingId: string;
  availableFrom: string;
  conflicts: number;
  hasLink: boolean;
  calendarUrl: string | undefined;
  act: ListingAct;
}

export function CalendarPanel(props: CalendarPanelProps) {
  const { listingId, availableFrom, conflicts, hasLink, calendarUrl, act } = props;
  const today = utcToday();
  const month = (availableFrom > today ? availableFrom : today).slice(0, 7);
  return (
    <Panel title="Your calendar">
      {conflicts > 0 && (
        <p className="semibold">{plural(conflicts, 'stay')} taken twice, here and elsewhere.</p>
      )}
      <p>Block nights for yourself, and bring in calendars of other sites.</p>
      <ButtonLink
        to={`/dashboard/listings/${listingId}/calendar?month=${month}`}
        variant="outlined"
      >
        Block Nights
      </ButtonLink>
      <p>
        Subscribe to the booked nights in Google, Apple or Outlook Calendar. The link names no
        guests, and whoever has it can read it.
      </p>
      {calendarUrl === undefined && hasLink && (
        <p className="soft">
          You have a link. It was shown when it was made; renew it if you need it again.
        </p>
      )}
      {calendarUrl !== undefined && <ShownLink label="Calendar link" url={calendarUrl} />}
      <div className="cluster gap-3 row-gap-2">
        {calendarUrl !== undefined && (
          <>
            <Button
              variant="quiet"
              onClick={() => void copyLink(calendarUrl, 'Paste it into your calendar')}
            >
              Copy Link
            </Button>
            <ButtonAnchor variant="quiet" href={calendarUrl.replace(/^https?:/, 'webcal:')}>
              Subscribe
            </ButtonAnchor>
          </>
        )}
        <Button
          variant={calendarUrl === undefined ? 'outlined' : 'text'}
          color="inherit"
          {...act.opener('calendar')}
        >
          {hasLink ? 'Renew Link' : 'Make Link'}
        </Button>
      </div>
    </Panel>
  );
}
