import { Button } from '#web/ui/basics/Button.tsx';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  NextStep_listing$data,
  NextStep_listing$key,
} from '#web/__generated__/NextStep_listing.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { TonePanel, type Tone } from '#web/ui/panels/TonePanel.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import styles from './NextStep.module.css';
import type { ListingAct } from '../useListingAct.ts';

interface Step {
  tone: Tone;
  title: string;
  words: ReactNode;
  note?: string | null | undefined;
  actions?: ReactNode;
}

export function NextStep({ listing, act }: { listing: NextStep_listing$key; act: ListingAct }) {
  const data = useFragment<NextStep_listing$key>(
    graphql`
      fragment NextStep_listing on OwnListing {
        databaseId
        status
        isOver
        isForSale
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
  const step = steps[data.status]?.(data, act);
  if (!step) return null;
  const { tone, title, words, note, actions } = step;
  return (
    <TonePanel tone={tone} label="What comes next" title={title} className={styles.step}>
      {note && <blockquote>{note}</blockquote>}
      <p>{words}</p>
      {actions && <div className={`cluster gap-3 margin-top-2 ${styles.actions}`}>{actions}</div>}
    </TonePanel>
  );
}

const steps: Readonly<Record<string, (listing: NextStep_listing$data, act: ListingAct) => Step>> = {
  IN_REVIEW: ({ hasContract }, act) =>
    hasContract
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
          actions: (
            <ActButton act={act} name="document" isMain>
              {uploadLabel(hasContract)}
            </ActButton>
          ),
        },
  MORE_INFORMATION: ({ hasContract, history }, act) => ({
    tone: 'open',
    title: 'Our team has a question',
    note: noteOf(history, 'MORE_INFORMATION_REQUESTED'),
    words:
      'Answer it, or upload another document. Your listing goes back to the team as soon as you do.',
    actions: (
      <>
        <ActButton act={act} name="answer" isMain>
          Answer the Question
        </ActButton>
        <ActButton act={act} name="document">
          {uploadLabel(hasContract)}
        </ActButton>
      </>
    ),
  }),
  REJECTED: ({ hasContract, history }, act) => ({
    tone: 'bad',
    title: 'Your listing was not approved',
    note: noteOf(history, 'REJECTED'),
    words:
      'Upload a document that proves your ownership, or correct the dates or the unit: both take the listing back to the team. You can also ask them to look again.',
    actions: <AnotherLook hasContract={hasContract} act={act} />,
  }),
  EXPIRED: ({ hasContract, evidenceEndsOn }, act) => ({
    tone: 'bad',
    title: 'Your proof of ownership has run out',
    words: `${
      evidenceEndsOn ? `It was good until ${formatDay(evidenceEndsOn)}. ` : ''
    }Others don't see the listing until our team has verified a newer document.`,
    actions: <AnotherLook hasContract={hasContract} act={act} />,
  }),
  PUBLISHED: ({ databaseId, resort, isForSale, evidenceEndsOn }) => ({
    tone: 'good',
    title: 'Everyone can find your week',
    words: (
      <>
        It is in search and on the page of{' '}
        <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>
        {isForSale && (
          <>
            , and it is <Link to={`/sale/${databaseId}`}>for sale</Link>
          </>
        )}
        .
        {evidenceEndsOn &&
          ` Your proof of ownership is good until ${formatDay(evidenceEndsOn)}; upload a newer one before then.`}
      </>
    ),
  }),
  OVER: ({ databaseId, isForSale }) => ({
    tone: 'quiet',
    title: 'Its dates are over',
    words: isForSale ? (
      <>
        New guests no longer find it, but it is still{' '}
        <Link to={`/sale/${databaseId}`}>for sale</Link>. Change the dates to rent out another week.
      </>
    ) : (
      'New guests no longer find it. Change the dates to offer another week.'
    ),
    actions: <ChangeDates listingId={databaseId} />,
  }),
  WITHDRAWN: ({ databaseId, isOver, isForSale }, act) => ({
    tone: 'quiet',
    title: 'Your listing is off the site',
    words:
      isOver && !isForSale
        ? 'Its dates are over. Change them, and then you can list the week again.'
        : 'Only you and our team see it. Booked stays are not affected, and you can list it again whenever you like.',
    actions:
      isOver && !isForSale ? (
        <ChangeDates listingId={databaseId} />
      ) : (
        <Button variant="main" {...act.opener('relist')}>
          List Again
        </Button>
      ),
  }),
};

const AnotherLook = ({ hasContract, act }: { hasContract: boolean; act: ListingAct }) => (
  <>
    <ActButton act={act} name="document" isMain>
      {uploadLabel(hasContract)}
    </ActButton>
    <ActButton act={act} name="answer">
      Ask for Another Look
    </ActButton>
  </>
);

const noteOf = (history: NextStep_listing$data['history'], kind: string) =>
  history.find((event) => event.kind === kind)?.note;

function ChangeDates({ listingId }: { listingId: string }) {
  return (
    <ButtonLink to={`/dashboard/listings/${listingId}/edit`} variant="main">
      Change the Dates
    </ButtonLink>
  );
}

interface ActButtonProps {
  act: ListingAct;
  name: 'answer' | 'document';
  isMain?: boolean;
  children: string;
}

const ActButton = ({ act, name, isMain = false, children }: ActButtonProps) => (
  <Button variant={isMain ? 'main' : 'quiet'} {...act.opener(name)}>
    {children}
  </Button>
);

const uploadLabel = (hasContract: boolean): string =>
  hasContract ? 'Upload Another Document' : 'Upload Ownership Contract';
