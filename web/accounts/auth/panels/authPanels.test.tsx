import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { RegisterPanel } from './RegisterPanel.tsx';
import { SignInPanel } from './SignInPanel.tsx';

describe('SignInPanel', () => {
  it('shows missing values at their fields, and sends nothing', async () => {
    const { environment } = renderWithRelay(
      <SignInPanel forgotPath="/auth?mode=forgot" onDone={vi.fn()} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    const identifier = screen.getByLabelText('Email or username');
    expect(identifier).toHaveAccessibleDescription('Email or username is required');
    expect(identifier).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
    expect(environment.mock.getAllOperations()).toHaveLength(0);
  });

  it('shows that the login failed, and stays on the page', async () => {
    const onDone = vi.fn();
    const { environment } = renderWithRelay(
      <SignInPanel forgotPath="/auth?mode=forgot" onDone={onDone} />,
    );
    await userEvent.type(screen.getByLabelText('Email or username'), ' ada ');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    const operation = environment.mock.getMostRecentOperation();
    expect(operation.request.variables).toEqual({
      input: { identifier: 'ada', password: 'wrong' },
    });
    await act(async () => {
      environment.mock.resolve(operation, {
        data: {
          signIn: {
            __typename: 'InvalidCredentialsError',
            __isError: 'InvalidCredentialsError',
            message: 'Invalid credentials',
          },
        },
      });
    });
    const [inForm, toast] = screen.getAllByRole('alert');
    expect(inForm).toHaveTextContent('Invalid credentials');
    expect(screen.getByRole('form')).toContainElement(inForm ?? null);
    expect(toast).toHaveTextContent('Login failed');
    expect(toast).toHaveTextContent('Invalid credentials');
    expect(onDone).not.toHaveBeenCalled();
  });
});

it('a password is shown on demand', async () => {
  renderWithRelay(<SignInPanel forgotPath="/auth?mode=forgot" onDone={vi.fn()} />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});

describe('RegisterPanel', () => {
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    }
    await act(async () => fireEvent.click(screen.getByText('Register for free')));
  };
  const account = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Username: 'ada',
    Email: 'ada@example.com',
    Password: 'analytical-engine',
  };

  it('names each missing field, and sends nothing', async () => {
    const { environment } = renderWithRelay(
      <RegisterPanel siteTitle="Tideweek" onDone={vi.fn()} />,
    );
    await fill({});
    for (const [label, text] of [
      ['First name', 'First name is required'],
      ['Last name', 'Last name is required'],
      ['Username', 'Username is required'],
      ['Email', 'Email is required'],
      ['Password', 'Password is required'],
      ['Confirm password', 'Please confirm your password'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
    }
    expect(screen.getByLabelText('First name')).toHaveFocus();
    expect(environment.mock.getAllOperations()).toHaveLength(0);
  });

  it('requires the password twice, identically', async () => {
    renderWithRelay(<RegisterPanel siteTitle="Tideweek" onDone={vi.fn()} />);
    await fill(account);
    const confirm = screen.getByLabelText('Confirm password');
    expect(confirm).toHaveAccessibleDescription('Please confirm your password');
    await fill({ 'Confirm password': 'something else' });
    expect(confirm).toHaveAccessibleDescription("Passwords don't match");
  });

  it('shows the password rule first, and then all errors at once', async () => {
    renderWithRelay(<RegisterPanel siteTitle="Tideweek" onDone={vi.fn()} />);
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAccessibleDescription(
      'At least 8 characters, not a common password or your name',
    );
    await fill({ 'Last name': 'Lovelace', Username: 'a b', Email: 'ada@', Password: 'short' });
    const said = ['First name', 'Username', 'Email', 'Password', 'Confirm password'].map((label) =>
      screen.getByLabelText(label).getAttribute('aria-describedby'),
    );
    expect(said.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual([
      'First name is required',
      'Username may have letters, digits, dots, dashes and underscores',
      'Email must be an address such as name@example.com',
      'Password must have at least 8 characters',
      'Please confirm your password',
    ]);
  });

  it('to book asks only for names, email and password', async () => {
    const { environment } = renderWithRelay(
      <RegisterPanel siteTitle="Tideweek" isBrief onDone={vi.fn()} />,
    );
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    expect(screen.queryByLabelText('Confirm password')).not.toBeInTheDocument();
    await fill({
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Email: 'ada+weeks@example.com',
      Password: 'analytical-engine',
    });
    expect(environment.mock.getMostRecentOperation().request.variables['input']).toMatchObject({
      username: expect.stringMatching(/^adaweeks-\d{6}$/),
      email: 'ada+weeks@example.com',
      password: 'analytical-engine',
    });
  });

  it("puts the server's field errors at their fields", async () => {
    const { environment } = renderWithRelay(
      <RegisterPanel siteTitle="Tideweek" onDone={vi.fn()} />,
    );
    await fill({ ...account, 'Confirm password': account.Password });
    const operation = environment.mock.getMostRecentOperation();
    expect(operation.request.variables['input']).not.toHaveProperty('confirmPassword');
    await act(async () => {
      environment.mock.resolve(operation, {
        data: {
          signUp: {
            __typename: 'ConflictError',
            __isError: 'ConflictError',
            message: 'This account exists',
            fieldErrors: [{ field: 'username', message: 'Username is taken' }],
          },
        },
      });
    });
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Username is taken');
    expect(screen.getByLabelText('Username')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveValue(account.Email);
    // The field shows the message, so the form does not.
    const [inForm, toast] = screen.getAllByRole('alert');
    expect(inForm).toBeEmptyDOMElement();
    expect(toast).toHaveTextContent('Registration failed');
  });
});
