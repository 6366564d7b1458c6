import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { WebhooksSection_organization$key } from '#web/__generated__/WebhooksSection_organization.graphql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { DialogButton } from '#web/ui/dialogs/DialogButton.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import styles from '../Organization.module.css';
import { useTarget } from '#web/ui/dialogs/useTarget.ts';
import { ChangeEndpointForm } from './ChangeEndpointForm.tsx';
import { DeleteEndpointForm } from './DeleteEndpointForm.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { EndpointRow, type Endpoint, type EndpointQuestion } from './EndpointRow.tsx';
import { NewEndpoint } from './NewEndpoint.tsx';
import { ReplayForm } from './ReplayForm.tsx';
import { RotateSecret } from './RotateSecret.tsx';

interface WebhooksSectionProps {
  organization: WebhooksSection_organization$key;
  refresh: () => Promise<void>;
}

export function WebhooksSection({ organization, refresh }: WebhooksSectionProps) {
  const data = useFragment<WebhooksSection_organization$key>(
    graphql`
      fragment WebhooksSection_organization on Organization
      @argumentDefinitions(endpointId: { type: "ID" }, isWaiting: { type: "Boolean" }) {
        databaseId
        status
        viewerRole
        webhookEndpoints {
          id
          ...EndpointRow_endpoint
        }
        ...DeliveryLog_organization @arguments(endpointId: $endpointId, isWaiting: $isWaiting)
      }
    `,
    organization,
  );
  const { databaseId, status, viewerRole, webhookEndpoints: endpoints } = data;
  const list = useRef<HTMLUListElement>(null);
  const asked = useTarget<{ question: EndpointQuestion; endpoint: Endpoint }>(
    () => list.current ?? document.getElementById(addId),
  );
  const canDevelop = viewerRole === 'OWNER' || viewerRole === 'DEVELOPER';
  const mayAdd = canDevelop && (status === 'APPROVED' || status === 'PENDING');
  return (
    <>
      <Panel
        title="Endpoints"
        icon="bell"
        action={
          mayAdd && (
            <DialogButton id={addId} label="Add Endpoint" name="new" title="Add an endpoint" isWide>
              <NewEndpoint organizationId={databaseId} refresh={refresh} />
            </DialogButton>
          )
        }
      >
        {status === 'PENDING' && (
          <p className="soft">
            Events are sent once our team has approved the organization. Test events are sent now.
          </p>
        )}
        {endpoints.length === 0 ? (
          <p className="soft">
            No endpoints yet. Events are posted to an address of yours;{' '}
            <Link to="/developers#webhooks">the developer pages</Link> show how to check them.
          </p>
        ) : (
          <ul ref={list} tabIndex={-1} className={styles.rows} aria-label="Endpoints">
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                ask={
                  canDevelop
                    ? (question, about) => asked.open({ question, endpoint: about })
                    : undefined
                }
                refresh={refresh}
              />
            ))}
          </ul>
        )}
      </Panel>
      <DeliveryLog organization={data} canReplay={canDevelop} refresh={refresh} />
      {asked.target && (
        <FormDialog
          title={titles[asked.target.question]}
          isWide={asked.target.question === 'change'}
          {...asked.dialog}
        >
          <EndpointDialog {...asked.target} refresh={refresh} />
        </FormDialog>
      )}
    </>
  );
}

interface EndpointDialogProps {
  question: EndpointQuestion;
  endpoint: Endpoint;
  refresh: () => Promise<void>;
}

function EndpointDialog({ question, endpoint, refresh }: EndpointDialogProps) {
  switch (question) {
    case 'change':
      return <ChangeEndpointForm endpoint={endpoint} refresh={refresh} />;
    case 'replay':
      return <ReplayForm endpoint={endpoint} refresh={refresh} />;
    case 'rotate':
      return <RotateSecret endpoint={endpoint} />;
    case 'delete':
      return <DeleteEndpointForm endpoint={endpoint} refresh={refresh} />;
  }
}

const titles: Readonly<Record<EndpointQuestion, string>> = {
  change: 'Change the endpoint',
  replay: 'Send events again',
  rotate: 'Rotate the secret?',
  delete: 'Delete this endpoint?',
};

const addId = 'add-endpoint';
