import {
  createContext,
  Suspense,
  useContext,
  useEffect,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { OwnHoldQuery, OwnHoldQuery$data } from '#web/__generated__/OwnHoldQuery.graphql.ts';
import { useSiteFacts } from '#web/page/siteFacts.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { SectionBoundary } from '#web/ui/layout/SectionBoundary.tsx';
import { formatStay } from '#web/ui/words/dates.ts';
import { checkoutPath } from '#common/addresses/checkoutPath.ts';
import { SecondsLeft } from '../SecondsLeft.tsx';
import styles from './OwnHold.module.css';

export interface OwnHold {
  id: string;
  listingId: string;
  resortName: string;
  checkIn: string;
  checkOut: string;
  guests: number;
  isPaying: boolean;
  until: number;
}

const OwnHoldsContext = createContext<readonly OwnHold[]>([]);

/** The visitor's holds; on a page about a resort, only its own. */
export const useOwnHolds = (): readonly OwnHold[] => useContext(OwnHoldsContext);

export const hasNightOf = (hold: OwnHold, from: string, to: string): boolean =>
  hold.checkIn < to && hold.checkOut > from;

interface OwnHoldsOfProps {
  /** Plain id; limits the holds to this resort. */
  resortId?: string;
  isSignedIn: boolean;
  children: ReactNode;
}

export function OwnHoldsOf({ resortId, isSignedIn, children }: OwnHoldsOfProps) {
  // Holds begin and end on other pages, so each visit refetches them.
  const isHydrated = useHydrated();
  const [holds, setHolds] = useState<readonly OwnHold[]>([]);
  return (
    <OwnHoldsContext value={holds}>
      {isSignedIn && isHydrated && (
        <SectionBoundary message="Your open checkouts could not be loaded" attempt={resortId}>
          <Suspense fallback={null}>
            <Load resortId={resortId} onHolds={setHolds} />
          </Suspense>
        </SectionBoundary>
      )}
      {children}
    </OwnHoldsContext>
  );
}

interface LoadProps {
  resortId: string | undefined;
  onHolds: Dispatch<SetStateAction<readonly OwnHold[]>>;
}

function Load({ resortId, onHolds }: LoadProps) {
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
                  name
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
  useEffect(() => {
    const holds = holdsAt(resortId, viewer);
    onHolds(holds);
    const timers = holds
      .filter(({ isPaying }) => !isPaying)
      .map((over) =>
        setTimeout(
          () => onHolds((current) => current.filter((hold) => hold !== over)),
          over.until - Date.now(),
        ),
      );
    return () => timers.forEach(clearTimeout);
  }, [onHolds, resortId, viewer]);
  return null;
}

const holdsAt = (resortId: string | undefined, viewer: OwnHoldQuery$data['viewer']): OwnHold[] =>
  (viewer?.bookings.edges ?? []).flatMap(({ node }) => {
    const { id, listing, resort, status, payment, checkIn, checkOut, guests } = node;
    const seconds = node.heldSeconds ?? 0;
    const isPaying = payment?.status === 'WAITING' || payment?.status === 'NEEDS_ACTION';
    const isHeld = status === 'HELD' && (seconds > 0 || isPaying);
    const isElsewhere = resortId !== undefined && resort.databaseId !== resortId;
    if (!isHeld || !listing || isElsewhere) return [];
    const until = Date.now() + seconds * 1000;
    const stay = { listingId: listing.databaseId, checkIn, checkOut, guests };
    return [{ id, ...stay, resortName: resort.name, isPaying, until }];
  });

export function OwnHolds({ label }: { label: string }) {
  const holds = useOwnHolds();
  return (
    holds.length > 0 && (
      <ul className={`stack gap-3 ${styles.holds}`} aria-label={label}>
        {holds.map((hold) => (
          <li key={hold.id} className="cluster gap-3 middle padding-3-4 tile">
            <Icon name="lock" size={20} />
            <p>
              You are holding <strong>{formatStay(hold.checkIn, hold.checkOut)}</strong> at{' '}
              {hold.resortName}
              <Left hold={hold} />
            </p>
            <Continue hold={hold} />
          </li>
        ))}
      </ul>
    )
  );
}

interface OwnHoldOfProps {
  checkIn: string;
  checkOut: string;
  children: ReactNode;
}

export function OwnHoldOf({ checkIn, checkOut, children }: OwnHoldOfProps) {
  const hold = useOwnHolds().find((own) => hasNightOf(own, checkIn, checkOut));
  if (!hold) return children;
  return (
    <div className="stack gap-3">
      <p>
        You are holding these nights
        <Left hold={hold} />
      </p>
      <Continue hold={hold} />
    </div>
  );
}

const Left = ({ hold: { isPaying, until } }: { hold: OwnHold }) =>
  isPaying ? (
    '. Their payment is under way.'
  ) : (
    <>
      , <SecondsLeft until={until} /> left.
    </>
  );

function Continue({ hold: { listingId, checkIn, checkOut, guests } }: { hold: OwnHold }) {
  const { takesPayments } = useSiteFacts();
  if (!takesPayments) {
    return (
      <ButtonLink to="/contact" variant="quiet">
        Contact Us
      </ButtonLink>
    );
  }
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
