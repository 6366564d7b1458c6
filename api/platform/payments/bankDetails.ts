import { z } from 'zod';
import { parseInput, filledLine } from '../input/input.ts';

export type BankBehavior =
  | 'succeed'
  | 'closed'
  | 'time_out'
  | 'lose_answer'
  | 'fault_before'
  | 'fault_after'
  | 'spent';

export interface SandboxBank {
  routingNumber: string;
  accountNumber: string;
  behavior: BankBehavior;
  words: string;
}

const routingNumber = '110000000';

/** Bank accounts of the sandbox with a special behavior; all other accounts succeed. */
export const sandboxBanks: readonly SandboxBank[] = [
  {
    routingNumber,
    accountNumber: '000123456789',
    behavior: 'succeed',
    words: 'Gets the money',
  },
  {
    routingNumber,
    accountNumber: '000111111116',
    behavior: 'closed',
    words: 'Refuses the money: the account is closed',
  },
  {
    routingNumber,
    accountNumber: '000111111113',
    behavior: 'time_out',
    words: 'Is not answered at first; the money is sent when we ask again',
  },
  {
    routingNumber,
    accountNumber: '000222222227',
    behavior: 'lose_answer',
    words: 'Gets the money, but the answer gets lost on the way',
  },
  {
    routingNumber,
    accountNumber: '000333333335',
    behavior: 'fault_before',
    words: 'Makes the payment system fail for minutes; then the money is sent',
  },
  {
    routingNumber,
    accountNumber: '000333333336',
    behavior: 'fault_after',
    words: 'Gets the money, but the payment system answers with a failure for minutes',
  },
  {
    routingNumber,
    accountNumber: '000444444442',
    behavior: 'spent',
    words: 'Gets the money, and has none left if it is taken back',
  },
];

const written = (name: string) =>
  z.string({ error: `${name} is required` }).transform((text) => text.replace(/[ -]/g, ''));

const holderName = filledLine('The name', 100, 'Name of the account holder is required');

const ibanInput = z
  .object({
    holderName,
    iban: written('IBAN')
      .transform((text) => text.toUpperCase())
      .refine(isIban, 'This is not an IBAN. Check it for typing errors'),
  })
  .transform(({ holderName: name, iban }) => ({
    holderName: name,
    routingNumber: null,
    number: iban,
  }));

const usInput = z
  .object({
    holderName,
    routingNumber: written('Routing number').refine(
      isRoutingNumber,
      'This is not a routing number. Check it for typing errors',
    ),
    accountNumber: written('Account number').refine(
      (digits) => /^\d{4,17}$/.test(digits),
      'Account number must have 4 to 17 digits',
    ),
  })
  .transform(({ accountNumber: number, ...other }) => ({ ...other, number }));

export interface BankDetails {
  holderName: string;
  /** Null with an IBAN. */
  routingNumber: string | null;
  number: string;
}

/** holderName with iban, or with routingNumber and accountNumber. @throws {InvalidInputError} */
export const readBankDetails = (details: unknown): BankDetails =>
  z.object({ iban: z.string() }).safeParse(details).success
    ? parseInput(ibanInput, details)
    : parseInput(usInput, details);

/** ISO 13616: letters count from 10, the first four characters come last, modulo 97 is 1. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) {
    return false;
  }
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}

/** Nine digits whose sum, weighted by 3, 7 and 1, is a multiple of 10. */
function isRoutingNumber(text: string): boolean {
  const sum = [...text].reduce((so, digit, at) => so + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return /^\d{9}$/.test(text) && sum > 0 && sum % 10 === 0;
}

export const behaviorOf = (routing: string | null, number: string): BankBehavior =>
  sandboxBanks.find((bank) => bank.routingNumber === routing && bank.accountNumber === number)
    ?.behavior ?? 'succeed';
