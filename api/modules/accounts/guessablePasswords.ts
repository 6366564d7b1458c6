import { dictionary } from '@zxcvbn-ts/language-common';
import { InvalidInputError } from '#api/platform/errors.ts';

export interface PasswordOwner {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  siteTitle: string;
}

/** At most this many letters or digits around a word leave it easy to guess: 'sunshine2026'. */
const fewCharacters = 4;

const common = new Set(dictionary['passwords']);

/**
 * Whether attackers guess this password first: it is common, is common with up to four characters
 * around it, has fewer than four different characters, or is a sequence (NIST SP 800-63B, 5.1.1.2).
 * @param password at most 200 characters
 */
export function isCommonPassword(password: string): boolean {
  const folded = fold(password);
  const word = /[a-z](?:.*[a-z])?/s.exec(folded)?.[0] ?? '';
  return (
    new Set(folded).size < 4 ||
    isSequence(folded) ||
    common.has(folded) ||
    (folded.length - word.length <= fewCharacters && common.has(word))
  );
}

/**
 * Refuses a password that consists of the person's or the site's names and at most four more
 * characters.
 * @param field name of the input field with the password
 * @throws {InvalidInputError} on that field
 */
export function refuseOwnNames(field: string, password: string, owner: PasswordOwner): void {
  const { username, email, firstName, lastName, siteTitle } = owner;
  const names = [username, ...email.split('@'), firstName, lastName, siteTitle, 'tideweek'];
  let rest = plain(password);
  for (const name of names
    .flatMap((each) => [plain(each), ...each.split(/[^\p{L}\p{N}]+/u).map(plain)])
    .filter(({ length }) => length >= 3)
    .sort((one, other) => other.length - one.length)) {
    rest = rest.replaceAll(name, '');
  }
  if (rest.length <= fewCharacters && rest !== plain(password)) {
    throw new InvalidInputError(
      field,
      'The password may not be made of your name or the name of this site',
    );
  }
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const plain = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the characters ascend or descend one by one: 'abcdefgh', '98765432'. */
function isSequence(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
