import { graphql, useFragment } from 'react-relay/hooks';
import type {
  EndpointRow_endpoint$data,
  EndpointRow_endpoint$key,
} from '#web/__generated__/EndpointRow_endpoint.graphql.ts';
import type { EndpointRowPauseMutation } from '#web/__generated__/EndpointRowPauseMutation.graphql.ts';
import type { EndpointRowTestMutation } from '#web/__generated__/EndpointRowTestMutation.graphql.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { MenuButton } from '#web/ui/basics/MenuButton.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { showFailure } from '#web/ui/feedback/showFailure.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { LocalDay, LocalTime } from '#web/ui/words/LocalTime.tsx';
import { plural } from '#common/numbers.ts';
import shared from '../Organization.module.css';
import styles from './Webhooks.module.css';
import { endpointState } from './webhookState.ts';
import { webhookTopics } from './webhookTopics.ts';

export type Endpoint = EndpointRow_endpoint$data;

export type EndpointQuestion = 'change' | 'replay' | 'rotate' | 'delete';

interface EndpointRowProps {
  endpoint: EndpointRow_endpoint$key;
  /** Undefined for viewers. */
  ask: ((question: EndpointQuestion, endpoint: Endpoint) => void) | undefined;
  refresh: () => Promise<void>;
}

export function EndpointRow({ endpoint: key, ask, refresh }: EndpointRowProps) {
  const endpoint = useFragment<EndpointRow_endpoint$key>(
    graphql`
      fragment EndpointRow_endpoint on WebhookEndpoint {
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
    `,
    key,
  );
  const { address, topics, failures, pausedAt, gaveUp, previousSecretUntil, createdAt } = endpoint;
  return (
    <li>
      <div className={shared.token}>
        <div className={shared.badges}>
          <code className={`shrink clip breaks ${styles.address}`}>{address}</code>
          <StatusBadge status={endpointState(endpoint)} />
        </div>
        <ul
          className={`cluster gap-2 row-gap-1 ${shared.scopes}`}
          aria-label={`Events of ${address}`}
        >
          {topics.map((topic) => (
            <li className="pill on-foam text-14 medium" key={topic}>
              {webhookTopics[topic]?.label ?? topic}
            </li>
          ))}
        </ul>
        <p className="soft">
          Added <LocalDay instant={createdAt} />
          {pausedAt != null && (
            <>
              {' '}
              · paused <LocalTime instant={pausedAt} />
            </>
          )}
          {failures > 0 &&
            ` · the last ${failures === 1 ? 'attempt' : plural(failures, 'attempt')} failed`}
        </p>
        {gaveUp && (
          <p className="soft">
            Resume it once your receiver works: it gets what waits, and what happened meanwhile.
          </p>
        )}
        {previousSecretUntil != null && (
          <p className="soft">
            The secret before the rotation signs until <LocalTime instant={previousSecretUntil} />
          </p>
        )}
      </div>
      {ask && <EndpointActions endpoint={endpoint} ask={ask} refresh={refresh} />}
    </li>
  );
}

interface EndpointActionsProps {
  endpoint: Endpoint;
  ask: (question: EndpointQuestion, endpoint: Endpoint) => void;
  refresh: () => Promise<void>;
}

function EndpointActions({ endpoint, ask, refresh }: EndpointActionsProps) {
  const test = useTest(endpoint, refresh);
  const pause = usePause(endpoint, refresh);
  const isPaused = endpoint.pausedAt != null;
  const asking = (question: EndpointQuestion) => () => ask(question, endpoint);
  const main = isPaused ? { label: 'Resume', ...pause } : { label: 'Send Test Event', ...test };
  return (
    <div className={shared.ways}>
      <Button
        variant="quiet"
        aria-label={`${main.label}: ${endpoint.address}`}
        aria-busy={main.isSending}
        onClick={main.isSending ? undefined : main.run}
      >
        {main.label}
      </Button>
      <MenuButton
        label="More"
        about={endpoint.address}
        actions={[
          { label: 'Change', run: asking('change') },
          { label: 'Rotate Secret', run: asking('rotate') },
          ...(isPaused
            ? []
            : [
                { label: 'Send Events Again', run: asking('replay') },
                { label: 'Pause', run: pause.run },
              ]),
          { label: 'Delete', isDangerous: true, run: asking('delete') },
        ]}
      />
    </div>
  );
}

function useTest({ id, address }: Endpoint, refresh: () => Promise<void>) {
  const [send, isSending] = useCommand<EndpointRowTestMutation>(graphql`
    mutation EndpointRowTestMutation($endpointId: ID!) {
      sendTestEvent(endpointId: $endpointId) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const run = async () => {
    try {
      await send({ endpointId: id });
      showToast({ title: 'Test event is on its way', description: address });
      await refresh();
    } catch (error) {
      showFailure('The test event was not sent', error);
    }
  };
  return { run: () => void run(), isSending };
}

function usePause(endpoint: Endpoint, refresh: () => Promise<void>) {
  const [update, isSending] = useCommand<EndpointRowPauseMutation>(graphql`
    mutation EndpointRowPauseMutation($input: UpdateWebhookEndpointInput!) {
      updateWebhookEndpoint(input: $input) {
        ... on UpdateWebhookEndpointPayload {
          endpoint {
            ...EndpointRow_endpoint
          }
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const { id: endpointId, address, topics, version, pausedAt } = endpoint;
  const isPaused = pausedAt != null;
  const run = async () => {
    try {
      const input = { endpointId, address, topics, version, isPaused: !isPaused };
      await update({ input });
      showToast({ title: isPaused ? 'Endpoint resumed' : 'Endpoint paused', description: address });
    } catch (error) {
      showFailure(`The endpoint was not ${isPaused ? 'resumed' : 'paused'}`, error);
    }
    await refresh();
  };
  return { run: () => void run(), isSending };
}
