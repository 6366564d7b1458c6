import { act, fireEvent, screen } from '@testing-library/react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils';
import { describe, expect, it } from 'vitest';
import type { accountFormsTestQuery } from '#web/__generated__/accountFormsTestQuery.graphql.ts';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { EmailForm } from './EmailForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';

function Forms() {
  const { viewer } = useLazyLoadQuery<accountFormsTestQuery>(
    graphql`
      query accountFormsTestQuery @relay_test_operation {
        viewer {
          ...ProfileForm_viewer
          ...PasswordForm_viewer
        }
      }
    `,
    {},
  );
  return (
    viewer && (
      <>
        <ProfileForm viewer={viewer} />
        <EmailForm />
        <PasswordForm viewer={viewer} />
      </>
    )
  );
}

function renderForms() {
  const environment = createMockEnvironment();
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, {
      User: () => ({ firstName: 'Ada', lastName: 'Reyes', username: 'ada' }),
    }),
  );
  renderWithRelay(<Forms />, { environment });
  return environment;
}

const field = (label: string) => screen.getByLabelText(label);

/** Fills in a form anew and sends it. */
async function send(button: string, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(field(label), { target: { value } });
  }
  await act(async () => fireEvent.click(screen.getByText(button, { selector: 'button' })));
}

type Environment = ReturnType<typeof renderForms>;

const answer = (environment: Environment, data: object) =>
  act(async () => environment.mock.resolveMostRecentOperation({ data }));

const refusal = (type: string, message: string, name?: string) => ({
  __typename: type,
  __isError: type,
  message,
  fieldErrors: name === undefined ? [] : [{ field: name, message }],
});

describe('The form for the profile', () => {
  it('names the missing fields, and sends nothing', async () => {
    const environment = renderForms();
    await send('Save Profile', { 'First name': '  ', 'Last name': '', Username: '' });
    expect(field('First name')).toHaveAccessibleDescription('First name is required');
    expect(field('Last name')).toHaveAccessibleDescription('Last name is required');
    expect(field('Username')).toHaveAccessibleDescription('Username is required');
    expect(field('First name')).toHaveFocus();
    expect(environment.mock.getAllOperations()).toHaveLength(0);
  });

  it("shows the server's error at its field, and keeps the input", async () => {
    const environment = renderForms();
    await send('Save Profile', { Username: 'taken', 'Password for this change': 'right' });
    expect(environment.mock.getMostRecentOperation().request.variables).toEqual({
      input: { firstName: 'Ada', lastName: 'Reyes', username: 'taken', password: 'right' },
    });
    const message = 'This username is already taken';
    await answer(environment, { updateProfile: refusal('ConflictError', message, 'username') });
    expect(field('Username')).toHaveAccessibleDescription(message);
    expect(field('Username')).toHaveFocus();
    expect(field('Username')).toHaveValue('taken');
  });

  it('asks for the password only for another username, and shows a wrong one at its field', async () => {
    const environment = renderForms();
    const passwordLabel = 'Password for this change';
    expect(screen.queryByLabelText(passwordLabel)).toBeNull();
    await send('Save Profile', { Username: 'reyes' });
    expect(field(passwordLabel)).toHaveAccessibleDescription(
      'Enter your password to change your username',
    );
    expect(environment.mock.getAllOperations()).toHaveLength(0);
    await send('Save Profile', { [passwordLabel]: 'wrong' });
    const message = 'The password is not right';
    await answer(environment, { updateProfile: refusal('InvalidCredentialsError', message) });
    expect(field(passwordLabel)).toHaveAccessibleDescription(message);
    expect(field(passwordLabel)).toHaveFocus();
  });
});

describe('The form for the email', () => {
  it('names the missing fields, and sends nothing', async () => {
    const environment = renderForms();
    await send('Change Email', {});
    expect(field('New email')).toHaveAccessibleDescription('New email is required');
    expect(field('Your password')).toHaveAccessibleDescription('Password is required');
    expect(environment.mock.getAllOperations()).toHaveLength(0);
  });

  it('shows a wrong password at its field, then tells where the link was sent', async () => {
    const environment = renderForms();
    await send('Change Email', { 'New email': 'new@example.com', 'Your password': 'wrong' });
    const message = 'The password is not right';
    await answer(environment, { requestEmailChange: refusal('InvalidCredentialsError', message) });
    expect(field('Your password')).toHaveAccessibleDescription(message);
    expect(field('Your password')).toHaveFocus();

    await send('Change Email', { 'Your password': 'right' });
    expect(environment.mock.getMostRecentOperation().request.variables).toEqual({
      input: { newEmail: 'new@example.com', password: 'right' },
    });
    await answer(environment, {
      requestEmailChange: { __typename: 'RequestEmailChangePayload', sentTo: 'new@example.com' },
    });
    expect(screen.getByText('Follow the link that we sent to new@example.com')).toBeInTheDocument();
    expect(field('New email')).toHaveValue('');
  });
});

describe('The form for the password', () => {
  const passwords = (current: string, wanted: string, again = wanted) => ({
    'Current password': current,
    'New password': wanted,
    'Confirm new password': again,
  });

  it('names the missing fields and different passwords, and sends nothing', async () => {
    const environment = renderForms();
    await send('Change Password', {});
    expect(field('Current password')).toHaveAccessibleDescription('Current password is required');
    expect(field('New password')).toHaveAccessibleDescription('New password is required');
    await send('Change Password', passwords('old', 'another quiet week', 'another quiet day'));
    expect(field('Confirm new password')).toHaveAccessibleDescription("Passwords don't match");
    expect(environment.mock.getAllOperations()).toHaveLength(0);
  });

  it("shows a wrong password and the server's other errors at their fields", async () => {
    const environment = renderForms();
    await send('Change Password', passwords('wrong', 'another quiet week'));
    const wrong = 'The current password is not right';
    await answer(environment, { changePassword: refusal('InvalidCredentialsError', wrong) });
    expect(field('Current password')).toHaveAccessibleDescription(wrong);

    await send('Change Password', passwords('old', 'short'));
    const short = 'New password must have at least 8 characters';
    await answer(environment, {
      changePassword: refusal('InvalidInputError', short, 'newPassword'),
    });
    expect(field('New password')).toHaveAccessibleDescription(short);
  });
});
