import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { NextStep_listing$key } from '../../__generated__/NextStep_listing.graphql.ts';
import { ButtonLink } from '../../ui/basics/ButtonLink.tsx';
import { formatDay } from '../../ui/words/dates.ts';
import styles from './NextStep.module.css';
import type { ListingAct } from './useListingAct.ts';

interface NextStepProps {
  listing: NextStep_listing$key;
  act: ListingAct;
}

interface Step {
  tone: 'good' | 'open' | 'bad' | 'quiet';
  title: string;
  words: ReactNode;
  /** The latest message of the team. */
  note?: string | null | undefined;
  actions?: ReactNode;
}

/** The status of a listing, what comes next, and what its owner can do. */
export function NextStep({ listing, act }: NextStepProps) {
  const data = useFragment<NextStep_listing$key>(
    graphql`
      fragment NextStep_listing on OwnListing {
        databaseId
        status
        isOver
        hasContract
        evidenceEndsOn
        resort {
          databaseId
          name
        }
        history {
          kind
          note
        }
      }
    `,
    listing,
  );
  const noteOf = (kind: string) => data.history.find((event) => event.kind === kind)?.note;
  const changeDates = (
    <ButtonLink
      to={`/dashboard/listings/${data.databaseId}/edit`}
      variant="contained"
      color="secondary"
    >
      Change the Dates
    </ButtonLink>
  );

  const upload = (variant: 'contained' | 'outlined') => (
    <Button
      variant={variant}
      color={variant === 'contained' ? 'secondary' : 'inherit'}
      {...act.opener('document')}
    >
      {data.hasContract ? 'Upload Another Document' : 'Upload Ownership Contract'}
    </Button>
  );
  const answer = (label: string, variant: 'contained' | 'outlined') => (
    <Button
      variant={variant}
      color={variant === 'contained' ? 'secondary' : 'inherit'}
      {...act.opener('answer')}
    >
      {label}
    </Button>
  );

  const steps: Record<string, () => Step> = {
    IN_REVIEW: () =>
      data.hasContract
        ? {
            tone: 'open',
            title: 'Our team is verifying your ownership',
            words:
              'They compare your document with the listing. Until they are done nobody else sees it, and we mail you either way.',
          }
        : {
            tone: 'open',
            title: 'Your proof of ownership is missing',
            words:
              'Our team verifies every listing before others see it. Upload your ownership contract, or we will contact you about it.',
            actions: upload('contained'),
          },
    MORE_INFORMATION: () => ({
      tone: 'open',
      title: 'Our team has a question',
      note: noteOf('MORE_INFORMATION_REQUESTED'),
      words:
        'Answer it, or upload another document. Your listing goes back to the team as soon as you do.',
      actions: (
        <>
          {answer('Answer the Question', 'contained')}
          {upload('outlined')}
        </>
      ),
    }),
    REJECTED: () => ({
      tone: 'bad',
      title: 'Your listing was not approved',
      note: noteOf('REJECTED'),
      words:
        'Upload a document that proves your ownership, or correct the dates or the unit: both take the listing back to the team. You can also ask them to look again.',
      actions: (
        <>
          {upload('contained')}
          {answer('Ask for Another Look', 'outlined')}
        </>
      ),
    }),
    EXPIRED: () => ({
      tone: 'bad',
      title: 'Your proof of ownership has run out',
      words: `${
        data.evidenceEndsOn ? `It was good until ${formatDay(data.evidenceEndsOn)}. ` : ''
      }Others don't see the listing until our team has verified a newer document.`,
      actions: (
        <>
          {upload('contained')}
          {answer('Ask for Another Look', 'outlined')}
        </>
      ),
    }),
    PUBLISHED: () => ({
      tone: 'good',
      title: 'Everyone can find your week',
      words: (
        <>
          It is in search and on the page of{' '}
          <Link to={`/resort/${data.resort.databaseId}`}>{data.resort.name}</Link>.
          {data.evidenceEndsOn &&
            ` Your proof of ownership is good until ${formatDay(data.evidenceEndsOn)}; upload a newer one before then.`}
        </>
      ),
    }),
    OVER: () => ({
      tone: 'quiet',
      title: 'Its dates are over',
      words: 'New guests no longer find it. Change the dates to offer another week.',
      actions: changeDates,
    }),
    WITHDRAWN: () => ({
      tone: 'quiet',
      title: 'Your listing is off the site',
      words: data.isOver
        ? 'Its dates are over. Change them, and then you can list the week again.'
        : 'Only you and our team see it. Booked stays are not affected, and you can list it again whenever you like.',
      actions: data.isOver ? (
        changeDates
      ) : (
        <Button variant="contained" color="secondary" {...act.opener('relist')}>
          List Again
        </Button>
      ),
    }),
  };
  const step = steps[data.status]?.();
  if (!step) return null;
  const { tone, title, words, note, actions } = step;
  return (
    <section className={`${styles.step} ${styles[tone]}`} aria-label="What comes next">
      <h2>{title}</h2>
      {note && <blockquote>{note}</blockquote>}
      <p>{words}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
