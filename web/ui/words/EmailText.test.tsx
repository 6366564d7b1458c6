import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailText } from './EmailText.tsx';

it('an email address wraps before the @', () => {
  const { container } = render(<EmailText email="maren.holt@quiet-harbor.example.org" />);
  expect(container.innerHTML).toBe('maren.holt<wbr>@quiet-harbor.example.org');
});
