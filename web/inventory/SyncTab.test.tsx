import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldLabelled as field } from '../testing/fieldLabelled.ts';
import { renderWithRelay } from '../testing/renderWithRelay.tsx';
import type { Provider } from './provider.ts';
import ProviderDialog from './providers/ProviderDialog.tsx';
import { SyncTab } from './SyncTab.tsx';

const provider = (name: string): Provider => ({
  id: name,
  databaseId: name,
  name,
  kind: 'JSON_FEED',
  address: 'https://weeks.example/feed',
  rowsPath: '',
  fieldPaths: [],
  hasKey: false,
  schedule: null,
  isEnabled: true,
  version: 1,
  listingCount: 0,
  calendars: [],
  lastSync: null,
  lastSuccessAt: null,
  currentSync: null,
  openResorts: 0,
});

const refresh = vi.fn(() => Promise.resolve());

const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByText(name, { selector: 'button' })));
const toasts = () => screen.getByRole('region', { name: /^Notifications/, hidden: true });

describe('The inventory', () => {
  const renderTab = () =>
    renderWithRelay(
      <SyncTab providers={[provider('First'), provider('Second')]} refresh={refresh} />,
    );

  it('starts with no provider chosen, and says so', async () => {
    const { environment } = renderTab();
    const preview = screen.getByText('Preview');
    const sync = screen.getByText('Sync Now');
    expect(preview).toBeDisabled();
    expect(sync).toBeDisabled();
    expect(field('Limit')).toHaveValue('10');
    expect(field('Min Price')).toHaveValue('0');
    await act(async () => fireEvent.keyDown(field('Destination'), { key: 'Enter' }));
    expect(toasts()).toHaveTextContent('No Provider Selected');
    expect(toasts()).toHaveTextContent('Please select a provider first');
    expect(environment.mock.getAllOperations()).toEqual([]);
    screen.getByRole('radio', { name: 'First' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: 'Second' })).toHaveFocus();
    expect(preview).toBeEnabled();
    expect(sync).toBeEnabled();
  });

  it('rejects invalid filters, and says what no limit means', async () => {
    const { environment } = renderTab();
    fireEvent.click(screen.getByRole('radio', { name: 'First' }));
    for (const [label, value, message] of [
      ['Limit', '101', 'Limit must be a whole number from 1 to 100, or empty'],
      ['Min Price', '-1', 'Min price must be a number of 0 or more'],
      ['Max Price', 'x', 'Max price must be a number of 0 or more'],
    ] as const) {
      const usual = (field(label) as HTMLInputElement).value;
      fill(label, value);
      await press('Sync Now');
      expect(field(label)).toHaveAccessibleDescription(message);
      expect(field(label)).toHaveFocus();
      fill(label, usual);
    }
    expect(environment.mock.getAllOperations()).toEqual([]);
    fill('Limit', '');
    expect(screen.getByText(/^Without a limit everything is read/)).toBeInTheDocument();
  });

  it.each([
    ['Preview', 'previewInventory', 'PREVIEW', 'Preview Failed'],
    ['Sync Now', 'startInventorySync', 'SYNC', 'Sync Failed'],
  ])('%s says why it fails, even if it was over before it was followed', async (...row) => {
    const [label, mutation, purpose, title] = row;
    const { environment } = renderTab();
    fireEvent.click(screen.getByRole('radio', { name: 'First' }));
    await press(label);
    const id = `failed ${purpose}`;
    const run = {
      __typename: 'InventoryRun',
      id,
      databaseId: id,
      providerName: 'First',
      purpose,
      status: 'FAILED',
      message: 'First answered 500',
      total: 0,
      imported: 0,
    };
    const operations = () => environment.mock.getAllOperations();
    const isFollowed = () =>
      operations().find(({ request }) => request.node.operation.name === 'liveRunSubscription');
    expect(isFollowed()).toBeUndefined();
    const __typename = `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Payload`;
    await act(async () =>
      environment.mock.resolveMostRecentOperation({ data: { [mutation]: { __typename, run } } }),
    );
    const subscription = isFollowed();
    expect(subscription?.request.variables).toEqual({ databaseId: id });
    await act(async () =>
      environment.mock.nextValue(subscription!, { data: { inventoryRun: run } }),
    );
    expect(toasts()).toHaveTextContent(title);
    expect(toasts()).toHaveTextContent('First answered 500');
  });
});

describe('The dialog of a provider', () => {
  const onClose = vi.fn();
  beforeEach(() => onClose.mockClear());

  const renderDialog = (edited?: Provider) =>
    renderWithRelay(
      <ProviderDialog
        name="edit"
        row={edited}
        isOpen
        onClose={onClose}
        focusAfter={() => null}
        refresh={refresh}
      />,
    );

  type Environment = ReturnType<typeof renderDialog>['environment'];

  const inputOf = ({ mock }: Environment) =>
    (mock.getMostRecentOperation().request.variables as { input: Record<string, unknown> }).input;

  /** The server refuses a field of the provider. */
  const refuse = (environment: Environment, name: string, message: string) =>
    act(async () =>
      environment.mock.resolveMostRecentOperation({
        data: {
          createInventoryProvider: {
            __typename: 'InvalidInputError',
            __isError: 'InvalidInputError',
            message,
            fieldErrors: [{ field: name, message }],
          },
        },
      }),
    );

  it('names missing fields, and shows what the server refuses at its field', async () => {
    const { environment } = renderDialog();
    await press('Add Provider');
    expect(field('Name')).toHaveAccessibleDescription('Name is required');
    expect(field('Address')).toHaveAccessibleDescription('Address is required');
    fill('Name', 'Own');
    fill('Address', 'http://127.0.0.1:9/weeks');
    await press('Add Field');
    await press('Add Provider');
    expect(screen.getByText('A path is required')).toBeInTheDocument();
    fill('Path', 'id');
    fill('Schedule', 'own');
    fill('Own schedule', 'every day');
    await press('Add Provider');
    expect(field('Own schedule')).toHaveAccessibleDescription(/^Five fields/);
    expect(environment.mock.getAllOperations()).toEqual([]);
    fill('Own schedule', '30 4 * * 1');
    await press('Add Provider');
    expect(inputOf(environment)).toMatchObject({
      name: 'Own',
      schedule: '30 4 * * 1',
      fieldPaths: [{ field: 'externalId', path: 'id' }],
    });
    await refuse(environment, 'address', 'The address is private');
    expect(field('Address')).toHaveAccessibleDescription('The address is private');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('assigns the calendars of a provider to listings, by id or link', async () => {
    const { environment } = renderDialog();
    fill('Name', 'Calendars');
    fill('Kind', 'ICALENDAR');
    expect(screen.queryByLabelText('Address')).toBeNull();
    await press('Add Calendar');
    await press('Add Provider');
    expect(screen.getByText('A listing and an address are required')).toBeInTheDocument();
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    fill('Listing id or link', `https://tideweek.example/admin/listings/${id}`);
    fill('Calendar address', 'https://calendar.example/week.ics');
    await press('Add Provider');
    expect(inputOf(environment)).toMatchObject({
      kind: 'ICALENDAR',
      calendars: [{ listingId: id, address: 'https://calendar.example/week.ics' }],
    });
    await refuse(environment, 'calendars.0.listingId', 'There is no such listing');
    expect(screen.getByText('There is no such listing')).toBeInTheDocument();
  });

  it('removes a calendar, and the focus goes to the button that adds one', async () => {
    const address = 'https://calendar.example/week.ics';
    const calendars = [{ listingId: 'listing-1', listingTitle: 'A week', address }];
    const { environment } = renderDialog({ ...provider('Own'), kind: 'ICALENDAR', calendars });
    expect(field('Listing id or link')).toHaveValue('listing-1');
    fireEvent.click(field('Remove Calendar 1'));
    expect(screen.getByText('Add Calendar')).toHaveFocus();
    await press('Save Provider');
    expect(inputOf(environment)).toMatchObject({ calendars: [] });
  });

  it('asks for the address alone of another Tideweek', async () => {
    const { environment } = renderDialog();
    fill('Name', 'Other');
    fill('Kind', 'TIDEWEEK');
    for (const feeds of ['Fields', 'Calendars']) {
      expect(screen.queryByRole('group', { name: feeds })).toBeNull();
    }
    fill('Address', 'https://weeks.example');
    await press('Add Provider');
    expect(inputOf(environment)).toMatchObject({
      kind: 'TIDEWEEK',
      address: 'https://weeks.example',
      rowsPath: '',
      fieldPaths: [],
      calendars: [],
    });
  });
});
