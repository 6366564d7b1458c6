import { describe, expect, it } from 'vitest';
import { actionInWords, sentenceOf } from './auditWords.ts';

type Kind = Parameters<typeof sentenceOf>[0];

const written = (name: string | undefined, kind: Kind) => {
  const { before, noun = '', after } = sentenceOf(kind, 'resort.move', name !== undefined);
  return `${before}${noun && (name ?? noun)}${after}`;
};

describe('An entry of the audit log', () => {
  it.each([
    ['RESORT_DELETE', 'Quiet Harbor', 'deleted Quiet Harbor'],
    ['RESORT_DELETE', undefined, 'deleted a resort'],
    ['LISTING_ASK_FOR_MORE', 'Two rooms', 'asked the owner of Two rooms for more information'],
    ['SETTING_UPDATE', 'site_title', 'changed the setting site_title'],
    ['SETTING_REVEAL', 'maps_key', 'looked at the encrypted setting maps_key'],
    ['MAIL_RESEND', undefined, 'sent a message again'],
    ['SMTP_TEST', 'smtp', 'sent a test message'],
    [null, 'Quiet Harbor', 'did ‘resort.move’ to Quiet Harbor'],
  ] as const)('%s of %s reads: %s', (kind, name, text) => {
    expect(written(name, kind)).toBe(text);
  });
});

describe('An action in a list of choices', () => {
  it.each([
    ['listing.verify', 'Verified a listing'],
    ['listing.askForMore', 'Asked the owner of a listing for more information'],
    ['setting.delete', 'Deleted a setting'],
    ['resort.move', 'resort.move'],
  ])('%s reads %s', (action, text) => {
    expect(actionInWords(action)).toBe(text);
  });
});
