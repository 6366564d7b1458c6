import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import SystemStatus from './SystemStatus.tsx';

const job = (number: string, name: string) => ({
  number,
  name,
  givenUpAt: '2027-01-01T00:00:00Z',
  lastError: 'It was set aside: the process ended twice while it ran',
  lastErrorDetails: null,
});

const both = [job('7', 'open sale account'), job('8', 'drop sandbox')];

const statusOf = (givenUpJobs: object[]) => ({
  data: {
    systemStatus: [
      {
        __typename: 'SystemPart',
        name: 'JOBS',
        state: givenUpJobs.length > 0 ? 'WARNING' : 'OK',
        detail: '',
        lastError: null,
        lastErrorDetails: null,
        lastErrorAt: null,
        givenUpJobs,
      },
    ],
  },
});

async function show() {
  const { environment } = renderWithRelay(<SystemStatus />);
  const answer = (given: Parameters<typeof environment.mock.resolveMostRecentOperation>[0]) =>
    act(async () => environment.mock.resolveMostRecentOperation(given));
  const sent = () => environment.mock.getMostRecentOperation().request.variables;
  await answer(statusOf(both));
  return { answer, sent };
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByLabelText(name)));
const names = () =>
  within(screen.getByRole('list', { name: 'Jobs to try again or drop', hidden: true }))
    .getAllByText(/^(open sale account|drop sandbox)$/)
    .map(({ textContent }) => textContent);
const toasts = () => screen.getByRole('region', { name: /^Notifications/, hidden: true });

const accepted = (number: string) => ({
  data: { decideJob: { __typename: 'DecideJobPayload', number } },
});
const refused = {
  data: {
    decideJob: {
      __typename: 'NotFoundError',
      __isError: 'NotFoundError',
      message: 'This job is not given up any more. Load the page again',
    },
  },
};

it('a job that is tried again leaves the list', async () => {
  const { answer, sent } = await show();
  expect(names()).toEqual(['open sale account', 'drop sandbox']);
  await press('Try Again: open sale account');
  expect(sent()).toEqual({ input: { number: '7', decision: 'RETRY' } });
  await answer(accepted('7'));
  await answer(statusOf(both.slice(1)));
  expect(names()).toEqual(['drop sandbox']);
  expect(toasts()).toHaveTextContent('The job runs againopen sale account');
});

it('a job is dropped once that is confirmed', async () => {
  const { answer, sent } = await show();
  await press('Drop: drop sandbox');
  const dialog = screen.getByRole('dialog', { name: 'Drop Job' });
  expect(dialog).toHaveTextContent('Drop the job “drop sandbox”?');
  await act(async () => fireEvent.click(within(dialog).getByText('Drop', { selector: 'button' })));
  expect(sent()).toEqual({ input: { number: '8', decision: 'DROP' } });
  await answer(accepted('8'));
  await answer(statusOf(both.slice(0, 1)));
  expect(names()).toEqual(['open sale account']);
  await waitFor(() => expect(toasts()).toHaveTextContent('Job droppeddrop sandbox'));
});

it('the list is read again if somebody else has decided', async () => {
  const { answer } = await show();
  await press('Try Again: open sale account');
  await answer(refused);
  await answer(statusOf(both.slice(1)));
  expect(names()).toEqual(['drop sandbox']);
  expect(toasts()).toHaveTextContent('This job is not given up any more');
});
