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
import styles from './Settings.module.css';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { FormDialog, useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { PasswordField } from '#web/ui/forms/fields/PasswordField.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import type { NewToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';

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

function useEndSessions() {
  const [endSession] = useCommand<SessionListEndMutation>(graphql`
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
  `);
  const [endOthers] = useCommand<SessionListEndOthersMutation>(graphql`
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
  `);
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

interface EndingForm {
  sessionPassword: string;
}

interface EndSessionsDialogProps {
  whatEnds: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  onEnd: (password: string) => Promise<unknown>;
}

/** Requires the password, so that nobody else at an open browser can end the sessions. */
function EndSessionsDialog({ whatEnds, onEnd, ...dialog }: EndSessionsDialogProps) {
  return (
    <FormDialog title="Sign Out" {...dialog}>
      <EndSessionsForm whatEnds={whatEnds} onEnd={onEnd} />
    </FormDialog>
  );
}

function EndSessionsForm({ whatEnds, onEnd }: Pick<EndSessionsDialogProps, 'whatEnds' | 'onEnd'>) {
  const finish = useFinishDialog();
  const form = useForm<EndingForm>({
    initial: { sessionPassword: '' },
    validate: ({ sessionPassword }) =>
      sessionPassword === '' ? { sessionPassword: 'Password is required' } : {},
    send: async ({ sessionPassword }) => {
      await onEnd(sessionPassword);
      finish(done(whatEnds));
    },
    fieldOf: (field) => (field === 'password' ? 'sessionPassword' : field),
    fallbackMessage: 'Nothing was signed out. Please try again',
  });
  const { field } = form;
  return (
    <PageForm
      form={form}
      label="Sign out"
      className="stack gap-4"
      submit="Sign Out"
      sending="Signing out…"
    >
      <p className={styles.note}>Enter your password to sign out {whatEnds}.</p>
      <PasswordField {...field('sessionPassword')} label="Your password" inputRef={takeFocus} />
    </PageForm>
  );
}

const done = (whatEnds: string): NewToast => ({
  title: 'Signed out',
  description: `You are no longer signed in on ${whatEnds}`,
});
