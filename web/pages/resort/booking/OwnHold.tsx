import { Suspense, type ReactNode } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { OwnHoldQuery } from '../../../__generated__/OwnHoldQuery.graphql.ts';
import { checkoutPath } from '../../../bookings/checkoutPath.ts';
import { SecondsLeft } from '../../../bookings/SecondsLeft.tsx';
import { ButtonLink } from '../../../ui/basics/ButtonLink.tsx';
import { Icon } from '../../../ui/basics/Icon.tsx';
import { useHydrated } from '../../../ui/basics/useHydrated.ts';
import { SectionBoundary } from '../../../ui/layout/SectionBoundary.tsx';
import { formatStay } from '../../../ui/words/dates.ts';
import styles from './OwnHold.module.css';

interface OwnHoldProps {
  /** Plain id. */
  resortId: string;
  isSignedIn: boolean;
}

/** The nights that the visitor keeps in checkouts at this resort, which nobody else can book now. */
export function OwnHolds({ resortId, isSignedIn }: OwnHoldProps) {
  // Holds begin and end elsewhere, so they are asked for at each visit.
  const isHydrated = useHydrated();
  if (!isSignedIn || !isHydrated) return null;
  return (
    <SectionBoundary message="Your open checkouts could not be loaded" attempt={resortId}>
      <Suspense fallback={null}>
        <Holds resortId={resortId} />
      </Suspense>
    </SectionBoundary>
  );
}

function Holds({ resortId }: Pick<OwnHoldProps, 'resortId'>) {
  const holds = useOwnHolds(resortId);
  return (
    holds.length > 0 && (
      <ul className={styles.holds} aria-label="Nights you are holding">
        {holds.map((hold) => (
          <li key={hold.id}>
            <Icon name="lock" size={20} />
            <p>
              You are holding <strong>{formatStay(hold.checkIn, hold.checkOut)}</strong>
              <Left hold={hold} />
            </p>
            <Continue hold={hold} />
          </li>
        ))}
      </ul>
    )
  );
}

interface OwnHoldOfProps extends OwnHoldProps {
  checkIn: string;
  checkOut: string;
  /** Shown if the visitor holds none of these nights. */
  children: ReactNode;
}

/** Says of nights that can't be booked that it is the visitor who holds them. */
export function OwnHoldOf({ children, isSignedIn, ...stay }: OwnHoldOfProps) {
  const isHydrated = useHydrated();
  if (!isSignedIn || !isHydrated) return children;
  return (
    <Suspense fallback={children}>
      <HoldOf {...stay}>{children}</HoldOf>
    </Suspense>
  );
}

function HoldOf({ resortId, checkIn, checkOut, children }: Omit<OwnHoldOfProps, 'isSignedIn'>) {
  const hold = useOwnHolds(resortId).find(
    (own) => own.checkIn < checkOut && own.checkOut > checkIn,
  );
  if (!hold) return children;
  return (
    <div className={styles.hold}>
      <p>
        You are holding these nights
        <Left hold={hold} />
      </p>
      <Continue hold={hold} />
    </div>
  );
}

type Hold = ReturnType<typeof useOwnHolds>[number];

const Left = ({ hold: { isPaying, heldSeconds } }: { hold: Hold }) =>
  isPaying ? (
    '. Their payment is under way.'
  ) : (
    <>
      , <SecondsLeft seconds={heldSeconds} /> left.
    </>
  );

function Continue({ hold: { listingId, checkIn, checkOut, guests } }: { hold: Hold }) {
  return (
    <ButtonLink
      to={checkoutPath({ listingId, checkIn, checkOut, guests })}
      variant="contained"
      color="primary"
    >
      <span>
        Continue{' '}
        <span className="visuallyHidden">{`booking ${formatStay(checkIn, checkOut)}`}</span>
      </span>
    </ButtonLink>
  );
}

function useOwnHolds(resortId: string) {
  const { viewer } = useLazyLoadQuery<OwnHoldQuery>(
    graphql`
      query OwnHoldQuery {
        viewer {
          bookings(list: OPEN) {
            edges {
              node {
                id
                status
                checkIn
                checkOut
                guests
                heldSeconds
                payment {
                  status
                }
                listing {
                  databaseId
                }
                resort {
                  databaseId
                }
              }
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'network-only' },
  );
  return (viewer?.bookings.edges ?? []).flatMap(({ node }) => {
    const { listing, resort, status, payment } = node;
    const heldSeconds = node.heldSeconds ?? 0;
    const isPaying = payment?.status === 'WAITING' || payment?.status === 'NEEDS_ACTION';
    const isHeld = status === 'HELD' && (heldSeconds > 0 || isPaying);
    return isHeld && listing && resort.databaseId === resortId
      ? [{ ...node, heldSeconds, isPaying, listingId: listing.databaseId }]
      : [];
  });
}
