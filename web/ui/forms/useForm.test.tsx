import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RefusedError, refusedAt } from '#web/relay/refusal.ts';
import { useForm, type FormFailure } from './useForm.ts';

interface Values {
  name: string;
  ownPassword: string;
}

interface ProfileProps {
  send: (values: Values) => Promise<void>;
  onFailure?: (failure: FormFailure) => void;
}

function Profile({ send, onFailure = () => undefined }: ProfileProps) {
  const { formRef, field, submit, failure } = useForm<Values>({
    initial: { name: '', ownPassword: '' },
    validate: ({ name }) => (name === '' ? { name: 'Name is required' } : {}),
    send,
    fieldOf: (serversField) => (serversField === 'password' ? 'ownPassword' : serversField),
    fallbackMessage: 'It could not be saved',
    onFailure,
  });
  return (
    <form ref={formRef} onSubmit={submit} noValidate>
      {(['name', 'ownPassword'] as const).map((name) => {
        const { error: _, helperText, ...input } = field(name);
        return (
          <label key={name}>
            {name}
            <input {...input} aria-label={name} />
            <span>{helperText}</span>
          </label>
        );
      })}
      <p role="alert">{failure}</p>
      <button type="submit">Save</button>
    </form>
  );
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

it('sends nothing invalid, and focuses the first field with an error', async () => {
  const send = vi.fn();
  render(<Profile send={send} />);
  save();
  expect(await screen.findByText('Name is required')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('name'));
  expect(send).not.toHaveBeenCalled();
});

it.each([
  ['password', 'ownPassword'],
  ['input.fields.name', 'name'],
])('shows the error of the server’s field %s at %s, and no failure', async (serversField, own) => {
  const onFailure = vi.fn();
  render(
    <Profile
      send={() => Promise.reject(refusedAt(serversField, 'Not so'))}
      onFailure={onFailure}
    />,
  );
  type('name', 'Marina');
  save();
  expect((await screen.findByText('Not so')).parentElement).toBe(
    screen.getByLabelText(own).parentElement,
  );
  expect(document.activeElement).toBe(screen.getByLabelText(own));
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(onFailure).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'Not so', isAtField: true }),
  );
});

it.each([
  ['of a field that the form does not have', refusedAt('version', 'Changed meanwhile')],
  ['of no field', new RefusedError({ __typename: 'ConflictError', message: 'Changed meanwhile' })],
  ['of the connection', new Error('Changed meanwhile')],
])('shows a failure %s in its own words', async (_, error) => {
  const onFailure = vi.fn();
  render(<Profile send={() => Promise.reject(error)} onFailure={onFailure} />);
  type('name', 'Marina');
  save();
  expect(await screen.findByText('Changed meanwhile')).toBe(screen.getByRole('alert'));
  expect(onFailure).toHaveBeenCalledWith({ error, message: 'Changed meanwhile', isAtField: false });
});

it('shows the fallback for a failure without words, until the form is sent again', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(new RefusedError(null))
    .mockResolvedValueOnce(undefined);
  render(<Profile send={send} />);
  type('name', 'Marina');
  save();
  expect(await screen.findByText('It could not be saved')).toBeDefined();
  save();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(''));
  expect(send).toHaveBeenCalledTimes(2);
});
