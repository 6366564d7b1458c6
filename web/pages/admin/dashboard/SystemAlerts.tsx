import { Button } from '../../../ui/basics/Button.tsx';
import { Suspense } from 'react';
import { useLazyLoadQuery } from 'react-relay/hooks';
import type { adminPageLoaderSystemQuery } from '../../../__generated__/adminPageLoaderSystemQuery.graphql.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { Icon } from '../../../ui/basics/Icon.tsx';
import { SectionBoundary } from '../../../ui/layout/SectionBoundary.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { useAddressDialog } from '../../../ui/dialogs/useAddressDialog.ts';
import { FailureDetails } from '../_parts/facts/FailureDetails.tsx';
import styles from './AdminPage.module.css';
import { systemStatusQuery } from './adminPageLoader.ts';
import { partNames } from './partNames.ts';

const openerId = 'open-alerts';

/** The button and dialog that list every part of the system that needs attention. */
export function SystemAlerts() {
  const { shown, open, close } = useAddressDialog(['alerts']);
  return (
    <>
      <Button
        id={openerId}
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="bell" size={20} />}
        aria-haspopup="dialog"
        onClick={() => open('alerts')}
      >
        System Alerts
      </Button>
      <FormDialog
        title="System Alerts"
        isOpen={shown === 'alerts'}
        onClose={close}
        focusAfter={() => document.getElementById(openerId)}
        isWide
      >
        <SectionBoundary message="The alerts could not be loaded" attempt={shown}>
          <Suspense fallback={<Skeleton width="100%" height="160px" radius="14px" />}>
            <Alerts />
          </Suspense>
        </SectionBoundary>
      </FormDialog>
    </>
  );
}

function Alerts() {
  const { systemStatus } = useLazyLoadQuery<adminPageLoaderSystemQuery>(
    systemStatusQuery,
    {},
    { fetchPolicy: 'store-and-network' },
  );
  const alerts = (systemStatus ?? []).filter(({ state }) => state !== 'OK');
  if (alerts.length === 0) {
    return <p role="status">Everything works. There is nothing to look at.</p>;
  }
  return (
    <ul className={styles.parts} aria-label="Alerts">
      {alerts.map(({ name, state, detail, lastError, lastErrorDetails }) => (
        <li key={name}>
          <span className={styles.light} data-state={state} aria-hidden="true" />
          <div>
            <p className={styles.partName}>{partNames[name] ?? name}</p>
            <p>{detail}</p>
            {lastError && <p className={styles.soft}>Last error: {lastError}</p>}
            <FailureDetails text={lastErrorDetails} of={partNames[name] ?? name} />
          </div>
        </li>
      ))}
    </ul>
  );
}
