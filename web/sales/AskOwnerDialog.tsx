import { useId } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { AskOwnerDialog_site$key } from '../__generated__/AskOwnerDialog_site.graphql.ts';
import { Button } from '../ui/basics/Button.tsx';
import { ButtonAnchor, ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { Dialog } from '../ui/material/Dialog.ts';
import styles from './AskOwnerDialog.module.css';

interface AskOwnerDialogProps {
  site: AskOwnerDialog_site$key;
  name: string;
  listingId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Questions go through the team, which also keeps both sides' addresses private. */
export default function AskOwnerDialog(props: AskOwnerDialogProps) {
  const { site, name, listingId, isOpen, onClose } = props;
  const { contactEmail, contactPhone, supportHours } = useFragment<AskOwnerDialog_site$key>(
    graphql`
      fragment AskOwnerDialog_site on Site {
        contactEmail
        contactPhone
        supportHours
      }
    `,
    site,
  );
  const titleId = useId();
  const subject = `Question about ${name} (${listingId})`;
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <div className={`stack gap-4 text-center ${styles.dialog}`}>
        <h2 id={titleId} className="text-26">
          Ask the Owner
        </h2>
        <p className="semibold">{name}</p>
        <p>
          Our team passes your question on to the owner and sends you the answer. Never pay anyone
          outside of escrow.
        </p>
        {contactEmail ? (
          <ButtonAnchor
            href={`mailto:${contactEmail}?subject=${encodeURIComponent(subject)}`}
            variant="main"
            size="large"
          >
            Email your question
          </ButtonAnchor>
        ) : (
          <ButtonLink to="/contact" variant="main" size="large">
            Contact Us
          </ButtonLink>
        )}
        {contactPhone && (
          <p className="soft">
            Or call <a href={`tel:${contactPhone.replace(/[^+\d]/g, '')}`}>{contactPhone}</a>
            <br />
            {supportHours}
          </p>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
