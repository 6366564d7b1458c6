import { Button } from '#web/ui/basics/Button.tsx';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CalendarPanel_listing$key } from '#web/__generated__/CalendarPanel_listing.graphql.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import styles from '../MyListing.module.css';
import type { ListingAct } from '../useListingAct.ts';

interface CalendarPanelProps {
  listing: CalendarPanel_listing$key;
  /** The link, if it was created since the page was opened. */
  calendarUrl: string | undefined;
  act: ListingAct;
}

/** A calendar link with the booked nights, for the owner's own calendar. */
export function CalendarPanel({ listing, calendarUrl, act }: CalendarPanelProps) {
  const { hasCalendarLink } = useFragment<CalendarPanel_listing$key>(
    graphql`
      fragment CalendarPanel_listing on OwnListing {
        hasCalendarLink
      }
    `,
    listing,
  );
  return (
    <Panel title="Your calendar">
      <p>
        Subscribe to the booked nights in Google, Apple or Outlook Calendar. The link names no
        guests, and whoever has it can read it.
      </p>
      {calendarUrl === undefined && hasCalendarLink && (
        <p className="soft">
          You have a link. It was shown when it was made; renew it if you need it again.
        </p>
      )}
      {calendarUrl !== undefined && (
        <>
          <p className="semibold">Use the link now. It is not shown again.</p>
          <input
            className={`full on-paper plain-font same-color text-15 ${styles.link}`}
            readOnly
            aria-label="Calendar link"
            value={calendarUrl}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
      <div className={styles.buttons}>
        {calendarUrl !== undefined && (
          <>
            <Button variant="outlined" color="inherit" onClick={() => void copy(calendarUrl)}>
              Copy Link
            </Button>
            <ButtonAnchor
              variant="outlined"
              color="inherit"
              href={calendarUrl.replace(/^https?:/, 'webcal:')}
            >
              Subscribe
            </ButtonAnchor>
          </>
        )}
        <Button
          variant={calendarUrl === undefined ? 'outlined' : 'text'}
          color="inherit"
          {...act.opener('calendar')}
        >
          {hasCalendarLink ? 'Renew Link' : 'Make Link'}
        </Button>
      </div>
    </Panel>
  );
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ title: 'Link copied', description: 'Paste it into your calendar' });
  } catch {
    showToast({
      title: 'The link could not be copied',
      description: 'Select it and copy it yourself',
      variant: 'destructive',
    });
  }
}
