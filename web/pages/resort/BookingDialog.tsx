import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingDialog_site$key } from '../../__generated__/BookingDialog_site.graphql.ts';
import { TeamDialog } from '../../inquiries/TeamDialog.tsx';
import { plural } from '../../ui/words/numbers.ts';

interface BookingDialogProps {
  resortName: string;
  site: BookingDialog_site$key;
  week: string | undefined;
  /** Null if it is not known how many come. */
  guests: number | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Booking goes through the team until it can be done online. */
export default function BookingDialog(props: BookingDialogProps) {
  const { resortName, site, week, guests, isOpen, onClose } = props;
  const data = useFragment<BookingDialog_site$key>(
    graphql`
      fragment BookingDialog_site on Site {
        ...TeamDialog_site
      }
    `,
    site,
  );
  const stay = [week, guests !== null && plural(guests, 'guest')].filter(Boolean).join(', ');
  const missing = [!week && 'the nights', guests === null && 'the number of guests'].filter(
    Boolean,
  );
  const subject = `Booking at ${resortName}${stay && `: ${stay}`}`;
  return (
    <TeamDialog
      title={`Book ${resortName}`}
      about={stay || undefined}
      site={data}
      email={{ subject, label: 'Email your dates' }}
      isOpen={isOpen}
      onClose={onClose}
    >
      Online booking isn&apos;t open yet. Send us {missing.join(' and ') || 'this'}, and our team
      arranges the stay with the owner.
    </TeamDialog>
  );
}
