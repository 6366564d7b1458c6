import { Button } from '../ui/basics/Button.tsx';
import { ButtonAnchor, ButtonLink } from '../ui/basics/ButtonLink.tsx';
import { Dialog } from '../ui/material/Dialog.ts';
import { useId, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { TeamDialog_site$key } from '../__generated__/TeamDialog_site.graphql.ts';
import styles from './TeamDialog.module.css';

interface TeamDialogProps {
  title: string;
  about: string | undefined;
  site: TeamDialog_site$key;
  email: { subject: string; label: string };
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function TeamDialog(props: TeamDialogProps) {
  const { title, about, site, email, isOpen, onClose, children } = props;
  const { contactEmail, contactPhone, supportHours } = useFragment<TeamDialog_site$key>(
    graphql`
      fragment TeamDialog_site on Site {
        contactEmail
        contactPhone
        supportHours
      }
    `,
    site,
  );
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <div className={`stack gap-4 text-center ${styles.dialog}`}>
        <h2 id={titleId}>{title}</h2>
        {about && <p className="semibold">{about}</p>}
        <p>{children}</p>
        {contactEmail ? (
          <ButtonAnchor
            href={`mailto:${contactEmail}?subject=${encodeURIComponent(email.subject)}`}
            variant="contained"
            color="secondary"
            size="large"
          >
            {email.label}
          </ButtonAnchor>
        ) : (
          <ButtonLink to="/contact" variant="contained" color="secondary" size="large">
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
