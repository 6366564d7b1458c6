import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailText } from './EmailText.tsx';

it('An email breaks after the @ and before a dot, and nowhere else', () => {
  const { container } = render(<EmailText email="maren.holt@quiet-harbor.example.org" />);
  expect(container.innerHTML).toBe('maren<wbr>.holt@<wbr>quiet-harbor<wbr>.example<wbr>.org');
});
