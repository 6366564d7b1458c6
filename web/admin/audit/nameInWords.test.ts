import { expect, it } from 'vitest';
import { nameInWords } from './nameInWords.ts';

it.each([
  ['pricePerNightCents', 'Price per night (cents)'],
  ['isActive', 'Is active'],
  ['contractVerificationStatus', 'Contract verification status'],
  ['resortId', 'Resort ID'],
  ['smtp_host', 'SMTP host'],
  ['site_title', 'Site title'],
  ['PropertyInquiry', 'Property inquiry'],
  ['email', 'Email'],
])('%s reads "%s"', (name, words) => {
  expect(nameInWords(name)).toBe(words);
});
