import Button from '@mui/material/Button';
import { graphql, useFragment } from 'react-relay/hooks';
import type { CalendarPanel_listing$key } from '../../__generated__/CalendarPanel_listing.graphql.ts';
import { Panel } from '../../components/Panel.tsx';
import { showToast } from '../../components/toastStore.ts';
import styles from './MyListing.module.css';
import type { ListingAct } from './useListingAct.ts';

interface CalendarPanelProps {
  listing: CalendarPanel_listing$key;
  act: ListingAct;
}

/** The booked nights for the owner's own calendar. */
export function CalendarPanel({ listing, act }: CalendarPanelProps) {
  const { calendarUrl } = useFragment<CalendarPanel_listing$key>(
    graphql`
      fragment CalendarPanel_listing on OwnListing {
        calendarUrl
      }
    `,
    listing,
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(calendarUrl);
      showToast({ title: 'Link copied', description: 'Paste it into your calendar' });
    } catch {
      showToast({
        title: 'The link could not be copied',
        description: 'Select it and copy it yourself',
        variant: 'destructive',
      });
    }
  };
  return (
    <Panel title="Your calendar">
      <p>
        Subscribe to the booked nights in Google, Apple or Outlook Calendar. The link names no
        guests, and whoever has it can read it.
      </p>
      <input
        className={styles.link}
        readOnly
        aria-label="Calendar link"
        value={calendarUrl}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button variant="outlined" color="inherit" onClick={() => void copy()}>
          Copy Link
        </Button>
        <Button
          component="a"
          variant="outlined"
          color="inherit"
          href={calendarUrl.replace(/^https?:/, 'webcal:')}
        >
          Subscribe
        </Button>
        <Button color="inherit" {...act.opener('calendar')}>
          Renew Link
        </Button>
      </div>
    </Panel>
  );
}
