import { useRef } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  WebhooksSection_organization$data,
  WebhooksSection_organization$key,
} from '../../../__generated__/WebhooksSection_organization.graphql.ts';
import type { WebhooksSectionTestMutation } from '../../../__generated__/WebhooksSectionTestMutation.graphql.ts';
import type { WebhooksSectionUpdateMutation } from '../../../__generated__/WebhooksSectionUpdateMutation.graphql.ts';
import { assertAccepted } from '../../../relay/refusal.ts';
import { useMutation } from '../../../relay/useMutation.ts';
import { Button } from '../../../ui/basics/Button.tsx';
import { StatusBadge } from '../../../ui/basics/StatusBadge.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useAddressDialog } from '../../../ui/dialogs/useAddressDialog.ts';
import { showFailure } from '../../../ui/feedback/showFailure.ts';
import { showToast } from '../../../ui/feedback/toastStore.ts';
import { Panel } from '../../../ui/panels/Panel.tsx';
import { formatDay } from '../../../ui/words/dates.ts';
import { LocalTime } from '../../../ui/words/LocalTime.tsx';
import { plural } from '../../../ui/words/numbers.ts';
import { DeleteEndpointForm } from './DeleteEndpointForm.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import styles from '../Organization.module.css';
import { ReplayForm } from './ReplayForm.tsx';
import { RotateSecret } from './RotateSecret.tsx';
import { useTarget } from '../useTarget.ts';
import { endpointState } from './webhookState.ts';
import { webhookTopics } from './webhookTopics.ts';

interface WebhooksSectionProps {
  organization: WebhooksSection_organization$key;
  refresh: () => Promise<void>;
}

export type Endpoint = WebhooksSection_organization$data['webhookEndpoints'][number];

/** Where events are sent to, and what was sent. */
export function WebhooksSection({ organization, refresh }: WebhooksSectionProps) {
  const data = useFragment<WebhooksSection_organization$key>(
    graphql`
      fragment WebhooksSection_organization on Organization {
        databaseId
        status
        viewerRole
        webhookEndpoints {
          id
          address
          topics
          pausedAt
          gaveUp
          failures
          previousSecretUntil
          version
          createdAt
        }
        ...DeliveryLog_organization
      }
    `,
    organization,
  );
  const { databaseId, status, viewerRole, webhookEndpoints: endpoints } = data;
  const list = useRef<HTMLUListElement>(null);
  const focusList = () => list.current ?? document.getElementById(addId);
  const added = useAddressDialog(['new'] as const);
  const changed = useTarget<Endpoint>(focusList);
  const rotated = useTarget<Endpoint>(focusList);
  const replayed = useTarget<Endpoint>(focusList);
  const deleted = useTarget<Endpoint>(focusList);
  const canDevelop = viewerRole === 'OWNER' || viewerRole === 'DEVELOPER';
  const mayAdd = canDevelop && (status === 'APPROVED' || status === 'PENDING');
  return (
    <>
      <Panel
        title="Endpoints"
        icon="bell"
        action={
          mayAdd && (
            <Button
              id={addId}
              variant="contained"
              color="secondary"
              aria-haspopup="dialog"
              onClick={() => added.open('new')}
            >
              Add Endpoint
            </Button>
          )
        }
      >
        {status === 'PENDING' && (
          <p className={styles.soft}>
            Events are sent once our team has approved the organization. Test events are sent now.
          </p>
        )}
        {endpoints.length === 0 ? (
          <p className={styles.soft}>
            No endpoints yet. Events are posted to an address of yours;{' '}
            <Link to="/developers#webhooks">the developer pages</Link> show how to check them.
          </p>
        ) : (
          <ul ref={list} tabIndex={-1} className={styles.rows} aria-label="Endpoints">
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                actions={
                  canDevelop && (
                    <>
                      <TestButton endpoint={endpoint} refresh={refresh} />
                      <PauseButton endpoint={endpoint} refresh={refresh} />
                      {[
                        { label: 'Change', open: changed.open },
                        { label: 'Send Again', open: replayed.open },
                        { label: 'Rotate Secret', open: rotated.open },
                        { label: 'Delete', open: deleted.open, isEnd: true },
                      ].map(({ label, open, isEnd }) => (
                        <Button
                          key={label}
                          variant="text"
                          color={isEnd ? 'error' : 'inherit'}
                          aria-haspopup="dialog"
                          aria-label={`${label}: ${endpoint.address}`}
                          onClick={() => open(endpoint)}
                        >
                          {label}
                        </Button>
                      ))}
                    </>
                  )
                }
              />
            ))}
          </ul>
        )}
      </Panel>
      <DeliveryLog organization={data} canReplay={canDevelop} refresh={refresh} />
      <FormDialog
        title="Add an endpoint"
        isWide
        isOpen={added.shown === 'new' && mayAdd}
        onClose={added.close}
        focusAfter={() => document.getElementById(addId)}
      >
        <EndpointForm organizationId={databaseId} onSaved={refresh} onDone={added.close} />
      </FormDialog>
      <FormDialog title="Change the endpoint" isWide {...changed.dialog}>
        {changed.target && (
          <EndpointForm
            organizationId={databaseId}
            endpoint={changed.target}
            onSaved={refresh}
            onDone={changed.dialog.onClose}
          />
        )}
      </FormDialog>
      <FormDialog title="Rotate the secret?" {...rotated.dialog}>
        {rotated.target && (
          <RotateSecret endpoint={rotated.target} onDone={rotated.dialog.onClose} />
        )}
      </FormDialog>
      <FormDialog title="Send a range again" {...replayed.dialog}>
        {replayed.target && <ReplayForm endpoint={replayed.target} onSent={refresh} />}
      </FormDialog>
      <FormDialog title="Delete this endpoint?" {...deleted.dialog}>
        {deleted.target && <DeleteEndpointForm endpoint={deleted.target} onDeleted={refresh} />}
      </FormDialog>
    </>
  );
}

function EndpointRow({ endpoint, actions }: { endpoint: Endpoint; actions: React.ReactNode }) {
  const { address, topics, failures, pausedAt, previousSecretUntil, createdAt } = endpoint;
  return (
    <li>
      <div className={styles.token}>
        <p className={styles.badges}>
          <code>{address}</code>
          <StatusBadge status={endpointState(endpoint)} />
        </p>
        <ul className={styles.scopes} aria-label={`Events of ${address}`}>
          {topics.map((topic) => (
            <li key={topic}>{webhookTopics[topic]?.label ?? topic}</li>
          ))}
        </ul>
        <p className={styles.soft}>
          Added {formatDay(createdAt)}
          {pausedAt != null && (
            <>
              {' '}
              · paused <LocalTime instant={pausedAt} />
            </>
          )}
          {failures > 0 && ` · the last ${plural(failures, 'attempt')} failed`}
        </p>
        {previousSecretUntil != null && (
          <p className={styles.soft}>
            The secret before the rotation signs until <LocalTime instant={previousSecretUntil} />
          </p>
        )}
        <div className={styles.actions}>{actions}</div>
      </div>
    </li>
  );
}

interface EndpointButtonProps {
  endpoint: Endpoint;
  refresh: () => Promise<void>;
}

function TestButton({ endpoint, refresh }: EndpointButtonProps) {
  const [send, isSending] = useMutation<WebhooksSectionTestMutation>(graphql`
    mutation WebhooksSectionTestMutation($endpointId: ID!) {
      sendTestEvent(endpointId: $endpointId) {
        __typename
        ... on Error {
          message
        }
      }
    }
  `);
  const run = async () => {
    try {
      assertAccepted((await send({ endpointId: endpoint.id })).sendTestEvent);
      showToast({ title: 'Test event is on its way', description: endpoint.address });
      await refresh();
    } catch (error) {
      showFailure('The test event was not sent', error);
    }
  };
  if (endpoint.pausedAt != null) return null;
  return (
    <Button
      variant="text"
      color="inherit"
      aria-label={`Send a test event: ${endpoint.address}`}
      aria-busy={isSending}
      onClick={isSending ? undefined : () => void run()}
    >
      Send Test Event
    </Button>
  );
}

function PauseButton({ endpoint, refresh }: EndpointButtonProps) {
  const [update, isSending] = useMutation<WebhooksSectionUpdateMutation>(graphql`
    mutation WebhooksSectionUpdateMutation($input: UpdateWebhookEndpointInput!) {
      updateWebhookEndpoint(input: $input) {
        __typename
        ... on UpdateWebhookEndpointPayload {
          endpoint {
            id
            pausedAt
            gaveUp
            failures
            version
          }
        }
        ... on Error {
          message
        }
      }
    }
  `);
  const { id, address, topics, version, pausedAt } = endpoint;
  const isPaused = pausedAt != null;
  const label = isPaused ? 'Resume' : 'Pause';
  const run = async () => {
    try {
      const input = { endpointId: id, address, topics, version, isPaused: !isPaused };
      assertAccepted((await update({ input })).updateWebhookEndpoint);
      showToast({ title: isPaused ? 'Endpoint resumed' : 'Endpoint paused', description: address });
    } catch (error) {
      showFailure(`The endpoint was not ${isPaused ? 'resumed' : 'paused'}`, error);
    }
    await refresh();
  };
  return (
    <Button
      variant="text"
      color="inherit"
      aria-label={`${label}: ${address}`}
      aria-busy={isSending}
      onClick={isSending ? undefined : () => void run()}
    >
      {label}
    </Button>
  );
}

const addId = 'add-endpoint';
