import { Button } from '#web/ui/basics/Button.tsx';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  SessionList_viewer$data,
  SessionList_viewer$key,
} from '#web/__generated__/SessionList_viewer.graphql.ts';
import type { SessionListEndMutation } from '#web/__generated__/SessionListEndMutation.graphql.ts';
import type { SessionListEndOthersMutation } from '#web/__generated__/SessionListEndOthersMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { EndSessionsDialog } from './EndSessionsDialog.tsx';
import styles from './Settings.module.css';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';

export function SessionList({ viewer }: { viewer: SessionList_viewer$key }) {
  const data = useFragment<SessionList_viewer$key>(
    graphql`
      fragment SessionList_viewer on User {
        sessions {
          id
          createdAt
          device
          address
          isCurrent
        }
      }
    `,
    viewer,
  );
  const end = useEndSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  /** The session to end, or every other session; kept while the dialog closes. */
  const [target, setTarget] = useState({ id: '', name: '' });
  const [isOpen, setIsOpen] = useState(false);
  const sessions = data.sessions ?? [];

  const ask = (id: string, name: string) => {
    setTarget({ id, name });
    setIsOpen(true);
  };

  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <ul className={`full ruled ${styles.sessions}`}>
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            onEnd={() => ask(session.id, session.device)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="outlined"
          color="inherit"
          aria-haspopup="dialog"
          onClick={() => ask(allOthers, 'all other devices')}
        >
          Sign Out Everywhere Else
        </Button>
      )}
      <EndSessionsDialog
        whatEnds={target.name}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        focusAfter={() => heading.current}
        onEnd={(password) => end(target.id, password)}
      />
    </section>
  );
}

const allOthers = 'all others';

/** Returns a function that ends the session with an id, or every other session. */
function useEndSessions() {
  const [endSession] = useCommand<SessionListEndMutation>(
    graphql`
      mutation SessionListEndMutation($input: EndSessionInput!) {
        endSession(input: $input) {
          ... on EndSessionPayload {
            user {
              ...SessionList_viewer
            }
          }
          ...refusal_error @alias(as: "error") @relay(mask: false)
        }
      }
    `,
    'password',
  );
  const [endOthers] = useCommand<SessionListEndOthersMutation>(
    graphql`
      mutation SessionListEndOthersMutation($input: EndOtherSessionsInput!) {
        endOtherSessions(input: $input) {
          ... on EndOtherSessionsPayload {
            user {
              ...SessionList_viewer
            }
          }
          ...refusal_error @alias(as: "error") @relay(mask: false)
        }
      }
    `,
    'password',
  );
  return (id: string, password: string) =>
    id === allOthers ? endOthers({ input: { password } }) : endSession({ input: { id, password } });
}

interface SessionProps {
  session: NonNullable<SessionList_viewer$data['sessions']>[number];
  onEnd: () => void;
}

function Session({ session, onEnd }: SessionProps) {
  return (
    <li>
      <div>
        <p className="semibold">{session.device}</p>
        <p className={styles.note}>
          {session.isCurrent ? (
            'This session'
          ) : (
            <>
              Since <LocalDay instant={session.createdAt} />
            </>
          )}
          {session.address && ` · ${session.address}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          color="inherit"
          aria-label={`Sign out ${session.device}`}
          aria-haspopup="dialog"
          onClick={onEnd}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}
