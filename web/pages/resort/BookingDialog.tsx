import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingDialog_site$key } from '../../__generated__/BookingDialog_site.graphql.ts';
import { TeamDialog } from '../../inquiries/TeamDialog.tsx';

interface BookingDialogProps {
  resortName: string;
  site: BookingDialog_site$key;
  week: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Booking goes through the team until it can be done online. */
export default function BookingDialog(props: BookingDialogProps) {
  const { resortName, site, week, isOpen, onClose } = props;
  const data = useFragment<BookingDialog_site$key>(
    graphql`
      fragment BookingDialog_site on Site {
        ...TeamDialog_site
      }
    `,
    site,
  );
  const subject = `Booking at ${resortName}${week ? `: ${week}` : ''}`;
  return (
    <TeamDialog
      title={`Book ${resortName}`}
      about={week}
      site={data}
      email={{ subject, label: 'Email your dates' }}
      isOpen={isOpen}
      onClose={onClose}
    >
      Online booking isn&apos;t open yet. Send us {week ? '' : 'the nights and '}the number of
      guests, and our team arranges the stay with the owner.
    </TeamDialog>
  );
}
