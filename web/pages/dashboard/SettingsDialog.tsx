import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { SettingsDialogQuery } from '../../__generated__/SettingsDialogQuery.graphql.ts';
import { FailureBoundary } from '../../components/FailureBoundary.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { takeFocus } from '../../components/takeFocus.ts';
import { CloseAccountForm } from './CloseAccountForm.tsx';
import { EmailForm } from './EmailForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import styles from './SettingsDialog.module.css';

interface SettingsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function SettingsDialog(props: SettingsDialogProps) {
  return (
    <FormDialog title="Account Settings" {...props}>
      <FailureBoundary fallback={(retry) => <SettingsFailure onRetry={retry} />}>
        {(attempt) => (
          <Suspense fallback={<SettingsSkeleton />}>
            <Settings attempt={attempt} />
          </Suspense>
        )}
      </FailureBoundary>
    </FormDialog>
  );
}

interface SettingsProps {
  attempt: number;
}

function Settings({ attempt }: SettingsProps) {
  // Where one is signed in changes elsewhere, so it is asked for each time the dialog opens.
  const { viewer } = useLazyLoadQuery<SettingsDialogQuery>(
    graphql`
      query SettingsDialogQuery {
        viewer {
          ...PasswordForm_viewer
          ...EmailForm_viewer
          ...SessionList_viewer
          ...CloseAccountForm_viewer
        }
      }
    `,
    {},
    { fetchPolicy: 'network-only', fetchKey: attempt },
  );
  if (!viewer) return <p>Please sign in again.</p>;
  return (
    <div className={styles.settings}>
      <PasswordForm viewer={viewer} />
      <EmailForm viewer={viewer} />
      <SessionList viewer={viewer} />
      <section className={styles.section} aria-labelledby="my-data">
        <h3 id="my-data">Your data</h3>
        <p className={styles.note}>Everything we hold about you, as a file.</p>
        <p>
          <a className={styles.download} href="/api/users/me/export" download>
            Download My Data
          </a>
        </p>
      </section>
      <CloseAccountForm viewer={viewer} />
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <div className={styles.settings} role="status" aria-label="Loading your settings">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height="72px" radius="12px" />
      ))}
    </div>
  );
}

interface SettingsFailureProps {
  onRetry: () => void;
}

function SettingsFailure({ onRetry }: SettingsFailureProps) {
  return (
    <div className={styles.settings}>
      <FormFailure message="Your settings could not be loaded." />
      <Button ref={takeFocus} variant="outlined" color="inherit" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
