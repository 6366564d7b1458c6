import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmailText } from './EmailText.tsx';

it('An email breaks before the @, and within its halves before a dot', () => {
  const { container } = render(<EmailText email="maren.holt@quiet-harbor.example.org" />);
  const halves = [...container.children].map(({ innerHTML }) => innerHTML);
  expect(halves).toEqual(['maren<wbr>.holt', '@quiet-harbor<wbr>.example<wbr>.org']);
  expect(container.textContent).toBe('maren.holt@quiet-harbor.example.org');
});
