import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fieldLabelled } from '#web/testing/fieldLabelled.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import UserDialog from './UserDialog.tsx';
import type { UserRow } from './userForms.ts';

const ada: UserRow = {
  databaseId: '01890a5d-ac96-774b-bcce-b302099a8057',
  username: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Reyes',
  role: 'USER',
  createdAt: '2026-01-01T00:00:00Z',
  administration: { version: 3, bookings: 0, listings: 0 },
};

const renderDialog = (user?: UserRow) =>
  renderWithRelay(
    <UserDialog
      name="edit"
      row={user}
      isOpen
      onClose={() => undefined}
      focusAfter={() => null}
      refresh={() => Promise.resolve()}
    />,
  ).environment;

const fill = (label: string, value: string) =>
  fireEvent.change(fieldLabelled(label), { target: { value } });

const save = () =>
  act(async () => fireEvent.click(screen.getByText('Save User', { selector: 'button' })));

const sent = (environment: ReturnType<typeof renderDialog>) =>
  environment.mock.getMostRecentOperation().request.variables;

it('asks before someone becomes an administrator, and sends the own password', async () => {
  const environment = renderDialog(ada);
  expect(screen.queryByLabelText('Your password')).toBeNull();
  fill('Role', 'ADMIN');
  screen.getByText(/^Make Ada an administrator\? .* Enter your password to confirm\.$/);
  await save();
  expect(fieldLabelled('Your password')).toHaveAccessibleDescription('Password is required');
  expect(fieldLabelled('Your password')).toHaveFocus();
  expect(environment.mock.getAllOperations()).toHaveLength(0);

  fill('Your password', 'a guess');
  await save();
  expect(sent(environment)).toMatchObject({
    input: { userId: ada.databaseId, version: 3, role: 'ADMIN', password: 'a guess' },
  });
  const message = 'The password is not right';
  const updateUser = { __typename: 'InvalidCredentialsError', __isError: 'Error', message };
  await act(async () => environment.mock.resolveMostRecentOperation({ data: { updateUser } }));
  expect(fieldLabelled('Your password')).toHaveAccessibleDescription(message);
});

it('asks for no password before someone gets another name', async () => {
  const environment = renderDialog(ada);
  fill('Last name', 'Berg');
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await save();
  expect(sent(environment)).toMatchObject({ input: { lastName: 'Berg', password: null } });
});

it.each(['Username', 'Email'])('asks for it before another %s of a member', (label) => {
  renderDialog(ada);
  fill(label, 'other@example.com');
  screen.getByText('Enter your password to change what Ada signs in with.');
  fieldLabelled('Your password');
});

it.each([
  ['a new account', undefined],
  ['an unverified email', { ...ada, emailVerified: false }],
])('offers no role of an administrator for %s', (_what, user) => {
  renderDialog(user);
  expect(screen.getByText('admin (once the email is verified)')).toBeDisabled();
});
