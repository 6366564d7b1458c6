import { act, screen } from '@testing-library/react';
import { MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import MailNotice from './MailNotice.tsx';

interface Queue {
  isConfigured: boolean;
  waiting: number;
  failed: number;
  lastError: string | null;
}

async function renderNotice(queue: Queue | null): Promise<HTMLElement | null> {
  const { environment } = renderWithRelay(<MailNotice />);
  await act(async () => {
    environment.mock.resolveMostRecentOperation((operation) =>
      MockPayloadGenerator.generate(operation, { User: () => ({ mailQueue: queue }) }),
    );
  });
  return screen.queryByRole('complementary', { name: 'Outgoing mail' });
}

const calm = { isConfigured: true, waiting: 0, failed: 0, lastError: null };

describe('MailNotice', () => {
  it.each<[string, Queue | null]>([
    ['no message waits', calm],
    ['messages are on their way', { ...calm, waiting: 3 }],
    ['there are no settings, and nothing to send', { ...calm, isConfigured: false }],
    ['the account may not see the queue', null],
  ])('is hidden while %s', async (_when, queue) => {
    expect(await renderNotice(queue)).toBeNull();
  });

  it.each<[string, Queue]>([
    [
      'There are no SMTP settings yet: 1 message will be sent once there are.',
      { ...calm, isConfigured: false, waiting: 1 },
    ],
    [
      '1,000 messages could not be sent. The last answer was: 550 No such mailbox',
      { ...calm, failed: 1_000, lastError: '550 No such mailbox' },
    ],
    [
      '2 messages wait to be sent. The last answer was: connect ECONNREFUSED',
      { ...calm, waiting: 2, lastError: 'connect ECONNREFUSED' },
    ],
  ])('says: %s', async (text, queue) => {
    expect(await renderNotice(queue)).toHaveTextContent(text);
  });
});
