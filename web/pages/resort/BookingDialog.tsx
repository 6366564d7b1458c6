import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingDialog_site$key } from '../../__generated__/BookingDialog_site.graphql.ts';
import styles from './BookingDialog.module.css';

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
  const { contactEmail, contactPhone, supportHours } = useFragment<BookingDialog_site$key>(
    graphql`
      fragment BookingDialog_site on Site {
        contactEmail
        contactPhone
        supportHours
      }
    `,
    site,
  );
  const titleId = useId();
  const subject = encodeURIComponent(`Booking at ${resortName}${week ? `: ${week}` : ''}`);
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <div className={styles.dialog}>
        <h2 id={titleId}>Book {resortName}</h2>
        {week && <p className={styles.week}>{week}</p>}
        <p>
          Online booking isn&apos;t open yet. Send us {week ? '' : 'the nights and '}the number of
          guests, and our team arranges the stay with the owner.
        </p>
        <Button
          href={`mailto:${contactEmail}?subject=${subject}`}
          variant="contained"
          color="secondary"
          size="large"
        >
          Email your dates
        </Button>
        <p className={styles.phone}>
          Or call <a href={`tel:${contactPhone.replace(/[^+\d]/g, '')}`}>{contactPhone}</a>
          <br />
          {supportHours}
        </p>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
