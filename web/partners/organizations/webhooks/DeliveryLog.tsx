import { ActionButton } from '#web/ui/feedback/ActionButton.tsx';
import { graphql } from 'react-relay/hooks';
import { usePages } from '#web/relay/usePages.ts';
import { useSearchParams } from 'react-router-dom';
import type {
  DeliveryLog_organization$data,
  DeliveryLog_organization$key,
} from '#web/__generated__/DeliveryLog_organization.graphql.ts';
import type { DeliveryLogReplayMutation } from '#web/__generated__/DeliveryLogReplayMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { ShowMore } from '#web/ui/feedback/ShowMore.tsx';
import { Select } from '#web/ui/forms/fields/Select.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import shared from '../Organization.module.css';
import styles from './Webhooks.module.css';
import { deliveryStates, parseDeliveryAddress, type DeliveryAddress } from './deliveryAddress.ts';
import { deliveryState, progressOf } from './webhookState.ts';

interface DeliveryLogProps {
  organization: DeliveryLog_organization$key;
  canReplay: boolean;
  refresh: () => Promise<void>;
}

type Delivery = DeliveryLog_organization$data['webhookDeliveries']['edges'][number]['node'];

export function DeliveryLog({ organization, canReplay, refresh }: DeliveryLogProps) {
  const { data, ...pages } = usePages(
    graphql`
      fragment DeliveryLog_organization on Organization
      @refetchable(queryName: "DeliveryLogPaginationQuery")
      @argumentDefinitions(
        first: { type: "Int", defaultValue: 20 }
        after: { type: "String" }
        endpointId: { type: "ID" }
        isWaiting: { type: "Boolean" }
      ) {
        webhookEndpoints {
          databaseId
          address
        }
        webhookDeliveries(
          first: $first
          after: $after
          endpointId: $endpointId
          isWaiting: $isWaiting
        ) @connection(key: "DeliveryLog_webhookDeliveries") {
          edges {
            node {
              id
              type
              eventId
              body
              createdAt
              tries
              deliveredAt
              nextTryAt
              answerStatus
              answer
              problem
              endpoint {
                id
                address
                pausedAt
              }
            }
          }
        }
      }
    `,
    organization,
  );
  const [params, setParams] = useSearchParams();
  const address = parseDeliveryAddress(params);
  const show = (changes: Partial<DeliveryAddress>) =>
    setParams({ ...address, ...changes }, { preventScrollReset: true });
  const { edges } = data.webhookDeliveries;
  const isFiltered = address.endpoint !== 'all' || address.state !== 'all';
  return (
    <Panel
      title="Deliveries"
      icon="list"
      action={
        <Button variant="quiet" onClick={() => void refresh()}>
          Refresh
        </Button>
      }
    >
      {(isFiltered || edges.length > 0) && (
        <Filters address={address} endpoints={data.webhookEndpoints} onChange={show} />
      )}
      {edges.length === 0 ? (
        <p className="soft">
          {isFiltered
            ? 'There are no such deliveries of the last 30 days.'
            : 'Nothing was sent in the last 30 days. A test event shows whether an endpoint works.'}
        </p>
      ) : (
        <ul ref={pages.list} className={shared.rows} aria-label="Deliveries">
          {edges.map(({ node }) => (
            <DeliveryRow key={node.id} delivery={node} canReplay={canReplay} refresh={refresh} />
          ))}
        </ul>
      )}
      <ShowMore noun="Deliveries" count={edges.length} pages={pages} />
    </Panel>
  );
}

interface FiltersProps {
  address: DeliveryAddress;
  endpoints: DeliveryLog_organization$data['webhookEndpoints'];
  onChange: (changes: Partial<DeliveryAddress>) => void;
}

function Filters({ address, endpoints, onChange }: FiltersProps) {
  return (
    <div className={`cluster gap-3 ${shared.filters}`}>
      <Select
        label="Show"
        choices={deliveryStates}
        value={address.state}
        onChange={(state) => onChange({ state })}
      />
      {endpoints.length > 1 && (
        <Select
          label="Endpoint"
          choices={[
            { value: 'all', label: 'All endpoints' },
            ...endpoints.map(({ databaseId, address: label }) => ({ value: databaseId, label })),
          ]}
          value={address.endpoint}
          onChange={(endpoint) => onChange({ endpoint })}
        />
      )}
    </div>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  canReplay: boolean;
  refresh: () => Promise<void>;
}

function DeliveryRow({ delivery, canReplay, refresh }: DeliveryRowProps) {
  const { id, type, eventId, body, createdAt, endpoint } = delivery;
  const { tries, deliveredAt, nextTryAt, answerStatus, answer, problem } = delivery;
  const [replay] = useCommand<DeliveryLogReplayMutation>(graphql`
    mutation DeliveryLogReplayMutation($input: ReplayDeliveriesInput!) {
      replayDeliveries(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const run = async () => {
    const input = { endpointId: endpoint.id, deliveryId: id };
    await replay({ input }).finally(refresh);
    return { title: 'Event is sent again', description: type };
  };
  return (
    <li>
      <div className={shared.token}>
        <p className={shared.badges}>
          <code>{type}</code>
          <StatusBadge status={deliveryState({ deliveredAt, tries })} />
        </p>
        <p className={`shrink clip soft breaks ${styles.address}`}>to {endpoint.address}</p>
        <p className="soft">
          <LocalTime instant={createdAt} /> · {progressOf({ tries, answerStatus, problem })}
          {nextTryAt != null && tries > 0 && endpoint.pausedAt == null && (
            <>
              {' '}
              · next <LocalTime instant={nextTryAt} />
            </>
          )}
        </p>
        <details className={styles.details}>
          <summary>Body and answer</summary>
          <p className="soft">webhook-id: {eventId}</p>
          <Text label="What is sent" text={pretty(body)} />
          {answer ? (
            <Text label="What was answered" text={answer} />
          ) : (
            tries > 0 && <p className="soft">There was no answer with a body.</p>
          )}
        </details>
      </div>
      {canReplay && endpoint.pausedAt == null && (
        <div className={shared.ways}>
          <ActionButton
            variant="quiet"
            aria-label={`Send Again: ${type}`}
            run={run}
            failed="The event was not sent again"
          >
            Send Again
          </ActionButton>
        </div>
      )}
    </li>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <figure className={`stack gap-1 ${styles.text}`}>
      <figcaption className="text-15 medium">{label}</figcaption>
      {/* Browsers scroll it by keys only if it has the focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="padding-3-4 breaks pre-wrap" tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </figure>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
