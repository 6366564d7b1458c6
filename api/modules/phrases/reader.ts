import type { Token } from './tokens.ts';

/**
 * Reads tokens in order. A rule takes the tokens it expects; if it returns undefined, the reader
 * goes back to where the rule began.
 */
export class Reader {
  constructor(
    private readonly tokens: readonly Token[],
    /** Index of the next token. */
    public at: number,
  ) {}

  get next(): Token | undefined {
    const token = this.tokens[this.at];
    return token?.isQuoted ? undefined : token;
  }

  /** Takes the longest of these phrases if it comes next, such as "less than". */
  phrase(...phrases: readonly string[]): string | undefined {
    const next = this.next?.word;
    if (next === undefined) {
      return undefined;
    }
    let longest: string[] | undefined;
    for (const phrase of phrases) {
      // Most phrases begin with another word and need no split.
      if (!phrase.startsWith(next)) {
        continue;
      }
      const words = phrase.split(' ');
      if (words.length > (longest?.length ?? 0) && this.isNext(words)) {
        longest = words;
      }
    }
    this.at += longest?.length ?? 0;
    return longest?.join(' ');
  }

  private isNext(words: readonly string[]): boolean {
    return words.every((word, index) => {
      const token = this.tokens[this.at + index];
      return token !== undefined && !token.isQuoted && token.word === word;
    });
  }

  /** Takes a word that is a key of the table, and returns its value. */
  named<Value>(table: ReadonlyMap<string, Value>): Value | undefined {
    const value = table.get(this.next?.word ?? '');
    if (value !== undefined) {
      this.at += 1;
    }
    return value;
  }

  integer(least: number, greatest: number): number | undefined {
    const number = this.amount();
    if (number === undefined) {
      return undefined;
    }
    if (Number.isInteger(number) && number >= least && number <= greatest) {
      return number;
    }
    this.at -= 1;
    return undefined;
  }

  amount(): number | undefined {
    const number = this.next?.number;
    if (number !== undefined) {
      this.at += 1;
    }
    return number;
  }

  /** Whether the tokens since an index are part of a longer number, such as 2027 in 31.02.2027. */
  isInNumber(since: number): boolean {
    return [
      [since - 2, since - 1, since],
      [this.at + 1, this.at, this.at - 1],
    ].some((indexes) => {
      const [number, mark, taken] = indexes.map((index) => this.tokens[index]);
      return (
        /^\d/.test(number?.word ?? '') &&
        /^[-./]$/.test(mark?.word ?? '') &&
        (mark?.end === taken?.start || mark?.start === taken?.end)
      );
    });
  }

  /** Runs a rule; takes nothing unless the rule matches. */
  maybe<Value>(rule: (reader: Reader) => Value | undefined): Value | undefined {
    const start = this.at;
    const value = rule(this);
    if (value === undefined) {
      this.at = start;
    }
    return value;
  }

  /** Whether a rule would match next; takes nothing. */
  sees(rule: (reader: Reader) => unknown): boolean {
    return rule(new Reader(this.tokens, this.at)) !== undefined;
  }
}
