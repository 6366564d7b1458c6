import Button from '@mui/material/Button';
import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { SessionList_viewer$key } from '../../../__generated__/SessionList_viewer.graphql.ts';
import type { SessionListEndMutation } from '../../../__generated__/SessionListEndMutation.graphql.ts';
import type { SessionListEndOthersMutation } from '../../../__generated__/SessionListEndOthersMutation.graphql.ts';
import { formatDay } from '../../../components/dates.ts';
import { showToast } from '../../../components/toastStore.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import styles from './Settings.module.css';

interface SessionListProps {
  viewer: SessionList_viewer$key;
}

export function SessionList({ viewer }: SessionListProps) {
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
  const [endSession] = useMutation<SessionListEndMutation>(graphql`
    mutation SessionListEndMutation($input: EndSessionInput!) {
      endSession(input: $input) {
        __typename
        ... on EndSessionPayload {
          user {
            ...SessionList_viewer
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  const [endOthers] = useMutation<SessionListEndOthersMutation>(graphql`
    mutation SessionListEndOthersMutation {
      endOtherSessions {
        user {
          ...SessionList_viewer
        }
      }
    }
  `);
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = data.sessions ?? [];

  const end = async (work: () => Promise<unknown>) => {
    try {
      await work();
      // The button that was pressed is gone.
      heading.current?.focus();
    } catch (error) {
      showToast({
        title: 'Sign out failed',
        description: (error instanceof Error && error.message) || 'Please try again',
        variant: 'destructive',
      });
    }
  };
  const endOne = async (id: string) => {
    const { endSession: result } = await endSession({ input: { id } });
    if (result?.__typename !== 'EndSessionPayload') throw new Error(result?.message);
  };

  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p className={styles.device}>{session.device}</p>
              <p className={styles.note}>
                {session.isCurrent ? 'This session' : `Since ${formatDay(session.createdAt)}`}
                {session.address && ` · ${session.address}`}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                color="inherit"
                aria-label={`Sign out ${session.device}`}
                onClick={() => void end(() => endOne(session.id))}
              >
                Sign Out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="outlined" color="inherit" onClick={() => void end(() => endOthers({}))}>
          Sign Out Everywhere Else
        </Button>
      )}
    </section>
  );
}
