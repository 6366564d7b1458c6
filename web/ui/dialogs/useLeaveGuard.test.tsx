import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Link } from 'react-router-dom';
import { renderWithRelay } from '#web/testing/renderWithRelay.tsx';
import { useForm } from '../forms/useForm.ts';
import type { LostBy } from './unsavedWork.ts';
import { GuardedPage } from './useLeaveGuard.tsx';

function Form({ lostBy }: { lostBy: LostBy }) {
  const { formRef, field, submit } = useForm({
    initial: { name: '' },
    validate: () => ({}),
    send: () => Promise.resolve(),
    lostBy,
  });
  const { error, helperText, ...input } = field('name');
  return (
    <form ref={formRef} onSubmit={submit}>
      <input aria-label="Name" aria-invalid={error} {...input} />
      {helperText}
    </form>
  );
}

async function typedPage(lostBy: LostBy) {
  const { address } = renderWithRelay(
    <GuardedPage>
      <Link to="/page?tab=new">This tab</Link>
      <Link to="/page?tab=other">Other tab</Link>
      <Link to="/elsewhere">Elsewhere</Link>
      <Form lostBy={lostBy} />
    </GuardedPage>,
    { path: '/page?tab=new' },
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Mina');
  return address;
}

const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));

const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' });

describe('A page with unsaved work', () => {
  it.each<[LostBy, string, boolean]>([
    ['any move', 'This tab', false],
    ['any move', 'Other tab', true],
    ['any move', 'Elsewhere', true],
    ['another page', 'This tab', false],
    ['another page', 'Other tab', false],
    ['another page', 'Elsewhere', true],
  ])('that is lost by %s: the link %s asks: %s', async (lostBy, link, isAsked) => {
    const address = await typedPage(lostBy);
    await follow(link);
    expect(question() !== null).toBe(isAsked);
    if (isAsked) expect(address()).toBe('/page?tab=new');
    expect(screen.getByLabelText('Name')).toHaveValue('Mina');
  });
});
