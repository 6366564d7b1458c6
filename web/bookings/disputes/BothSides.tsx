import { graphql, useFragment } from 'react-relay/hooks';
import type {
  BothSides_booking$data,
  BothSides_booking$key,
} from '#web/__generated__/BothSides_booking.graphql.ts';
import { Link } from 'react-router-dom';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import styles from './BothSides.module.css';
import { readerOf } from '../statusWords.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useLast } from '#web/ui/basics/useLast.ts';
import type { BothSidesMutation } from '#web/__generated__/BothSidesMutation.graphql.ts';
import { formatBytes } from '#web/listings/upload/contractFiles.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import evidenceFileStyles from './EvidenceFile.module.css';

export function BothSides({ booking }: { booking: BothSides_booking$key }) {
  const data = useFragment<BothSides_booking$key>(bookingFragment, booking);
  if (!data.disputedAt && !data.claim) return null;
  const isOpen =
    data.status === 'DISPUTED' || ['CLAIMED', 'CONTESTED'].includes(data.claim?.status ?? '');
  const reader = readerOf(data.parts);
  return (
    <Panel title="Both sides">
      {isOpen && <p>{readers[reader]}</p>}
      {reader === 'TEAM' && (
        <p className="cluster gap-5 row-gap-2">
          {data.threadId ? (
            <Link to={`/messages/${data.threadId}`}>Messages of both</Link>
          ) : (
            'They wrote no messages.'
          )}
          {data.listing && (
            <Link to={`/admin/listings/${data.listing.databaseId}`}>The listing</Link>
          )}
        </p>
      )}
      {data.disputedAt && data.lastPolicyRefund && (
        <p>
          If the traveler had cancelled on the last possible day, the one before check-in, the
          policy would have given back <strong>{data.lastPolicyRefund.formatted}</strong> of{' '}
          {data.totalPrice.formatted}.
        </p>
      )}
      <div className={`stack gap-5 full ${styles.sides}`}>
        {(['TRAVELER', 'OWNER'] as const).map((side) => (
          <section
            key={side}
            aria-label={names[side]}
            className={`stack gap-3 packed shrink ${styles.side}`}
          >
            <h3>
              {reader === side ? 'Your side' : names[side]}
              {reader === 'TEAM' ? (
                <PersonLink
                  person={side === 'TRAVELER' ? data.guest : data.owner}
                  otherwise={side === 'TRAVELER' ? data.guestName : 'A provider: the team answers'}
                />
              ) : (
                side === 'TRAVELER' &&
                reader !== side && <span className="quiet regular"> {data.guestName}</span>
              )}
            </h3>
            <Entries booking={data} side={side} />
            {isOpen && reader === side && <AddEvidence bookingId={data.databaseId} />}
          </section>
        ))}
      </div>
    </Panel>
  );
}

interface PersonLinkProps {
  person: BothSides_booking$data['owner'];
  /** Fallback for people without an account and weeks without an owner. */
  otherwise: string;
}

function PersonLink({ person, otherwise }: PersonLinkProps) {
  return (
    <span className="quiet regular">
      {' '}
      {person ? (
        <Link to={`/admin/users?q=${person.databaseId}`}>
          {person.firstName} {person.lastName}
        </Link>
      ) : (
        otherwise
      )}
    </span>
  );
}

const names = { TRAVELER: 'Traveler', OWNER: 'Owner' };

const readers = {
  TRAVELER:
    'Tell us what happened, and add pictures or documents that show it. The owner and our team read it; it cannot be changed afterwards. Our team also reads your messages about this week.',
  OWNER:
    'Tell us your side, and add pictures or documents that show it. The traveler and our team read it; it cannot be changed afterwards. Our team also reads your messages about this week.',
  TEAM: 'Both sides read all of it, and can add to it until it is settled.',
};

interface EntriesProps {
  booking: BothSides_booking$data;
  side: 'TRAVELER' | 'OWNER';
}

function Entries({ booking, side }: EntriesProps) {
  const said = booking.events
    .filter(({ move, party }) => saidBy[move] && (party === 'TRAVELER') === (side === 'TRAVELER'))
    .map(({ move, note, at }) => ({ key: move, title: saidBy[move], at, content: note }));
  const added = booking.evidence
    .filter(({ party }) => party === side)
    .map(({ number, text, document, addedAt: at }) => ({
      key: String(number),
      title: undefined,
      at,
      content: text ?? (
        <EvidenceFile evidence={{ number, document }} bookingId={booking.databaseId} />
      ),
    }));
  const entries = [...said, ...added].sort((one, other) => one.at.localeCompare(other.at));
  if (entries.length === 0) return <p className="quiet regular">Nothing was added yet.</p>;
  return (
    <ol className="stack gap-3">
      {entries.map(({ key, title, at, content }) => (
        <Entry key={key} title={title} at={at}>
          {content}
        </Entry>
      ))}
    </ol>
  );
}

/** What the words of a move are, before its time. */
const saidBy: Readonly<Partial<Record<string, string>>> = {
  DISPUTE: 'Reported, ',
  APPEAL: 'Appealed, ',
  CLAIM_DAMAGE: 'Claimed, ',
  CONTEST_CLAIM: 'Contested, ',
};

interface EntryProps {
  title: string | undefined;
  at: string;
  children: ReactNode;
}

const Entry = ({ title, at, children }: EntryProps) => (
  <li className="stack gap-1 to-left padding-3-4 rounded on-paper">
    <p className="quiet regular">
      {title}
      <LocalTime instant={at} />
    </p>
    <div className="breaks pre-line">{children}</div>
  </li>
);

const bookingFragment = graphql`
  fragment BothSides_booking on Booking {
    databaseId
    status
    parts
    guestName
    guest {
      databaseId
      firstName
      lastName
    }
    owner {
      databaseId
      firstName
      lastName
    }
    threadId
    listing {
      databaseId
    }
    disputedAt
    claim {
      status
    }
    lastPolicyRefund {
      formatted
    }
    totalPrice {
      formatted
    }
    events {
      move
      party
      note
      at
    }
    evidence {
      number
      party
      text
      addedAt
      document {
        fileName
        size
      }
    }
  }
`;

const EvidenceDialog = lazy(() => import('./EvidenceDialog.tsx'));

const dialogs = [
  { name: 'statement', label: 'Add a Statement' },
  { name: 'file', label: 'Add a File' },
] as const;

function AddEvidence({ bookingId }: { bookingId: string }) {
  const { shown, open, close } = useAddressDialog(
    dialogs.map(({ name }) => name),
    'act',
  );
  // A closed dialog stays for its transition.
  const last = useLast(dialogs.find(({ name }) => name === shown));
  return (
    <div className="cluster gap-3 wide-on-phones">
      {dialogs.map(({ name, label }) => (
        <Button
          key={name}
          data-opens={name}
          aria-haspopup="dialog"
          variant="quiet"
          onClick={() => open(name)}
        >
          {label}
        </Button>
      ))}
      {last && (
        <Suspense fallback={null}>
          <EvidenceDialog
            key={last.name}
            name={last.name}
            title={last.label}
            bookingId={bookingId}
            isOpen={shown === last.name}
            onClose={close}
            focusAfter={() => document.querySelector<HTMLElement>(`[data-opens="${last.name}"]`)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface EvidenceFileProps {
  evidence: Pick<BothSides_booking$data['evidence'][number], 'number' | 'document'>;
  bookingId: string;
}

function EvidenceFile({ evidence: { number, document }, bookingId }: EvidenceFileProps) {
  if (!document) return <p>A file that was removed with the account of its sender.</p>;
  return (
    <DownloadButton<BothSidesMutation>
      mutation={linkMutation}
      variables={{ input: { bookingId, number } }}
      what="The file"
    >
      <span className={evidenceFileStyles.name}>
        <span className="visuallyHidden">Download </span>
        {document.fileName} ({formatBytes(document.size)})
      </span>
    </DownloadButton>
  );
}

const linkMutation = graphql`
  mutation BothSidesMutation($input: CreateEvidenceLinkInput!) {
    link: createEvidenceLink(input: $input) {
      ... on CreateEvidenceLinkPayload {
        url
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
