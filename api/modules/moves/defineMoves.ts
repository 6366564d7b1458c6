import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { markdownTable } from '#api/platform/files/markdownTable.ts';

/** The names in a table of moves, and the row that they move. */
interface Terms {
  move: string;
  status: string;
  party: string;
  /** Parties that have an interest in the row; `team` stands beside them. */
  side: string;
  time: string;
  money: string;
  row: { status: string };
  at: object;
}

interface MoveRule<T extends Terms> {
  from: readonly T['status'][];
  /** Null if the status stays. */
  to: T['status'] | null;
  by: readonly T['party'][];
  time: T['time'];
  money: T['money'];
  tells: readonly (T['side'] | 'team')[];
  /** The window that it opens for a person, or both sides, measured from when they are told of it. */
  opens: { for: T['side'] | 'both'; hours: number; isOfClaim?: true } | null;
  asksWhy: boolean;
  /** Each side makes it for itself: the team only where it acts as a side. */
  isOfSides: boolean;
  title: string;
  means: string;
  /** The meaning of the move for a side, with a title if theirs differs from `title`. */
  said: Partial<Record<T['side'], string | readonly [title: string, means: string]>>;
}

const usual = {
  to: null,
  time: 'always',
  money: 'none',
  tells: [],
  opens: null,
  asksWhy: false,
  isOfSides: false,
  said: {},
} as const;

/** A move as it is written in a table: `usual` completes it. */
export type Rule<T extends Terms> = Omit<MoveRule<T>, keyof typeof usual> & Partial<MoveRule<T>>;

export interface Moment {
  now: Date;
  /** The day at the resort. */
  today: string;
}

interface Table<T extends Terms> {
  /** What moves, as its errors name it. */
  noun: string;
  rules: Readonly<Record<T['move'], Rule<T>>>;
  sides: readonly T['side'][];
  times: Readonly<Record<T['time'], (row: T['row'], at: T['at']) => boolean>>;
  /** What the times ask for, besides the row. */
  at: (row: T['row'], party: T['party'], moment: Moment) => T['at'];
  /** Whether the team acts as a side that nobody else takes. */
  teamIsSide: (row: T['row']) => boolean;
  /** Whether a move is closed whatever its rule says. */
  isClosed: (row: T['row'], move: T['move']) => boolean;
  /** Why a move is closed, if there is more to say than that it is too early or too late. */
  whyClosed: (row: T['row'], move: T['move']) => string | undefined;
}

/** The guards, words and printed form of a table of moves. */
export function defineMoves<T extends Terms>({ noun, rules, sides, times, ...table }: Table<T>) {
  type Move = T['move'];
  type Row = T['row'];
  type Party = T['party'];

  const names = Object.keys(rules) as Move[];

  const ruleOf = (move: Move): MoveRule<T> => ({ ...usual, ...rules[move] });

  /** The moves of the clock, in the order in which they can follow each other. */
  const clockMoves = names.filter((move) => ruleOf(move).by.includes('clock'));

  /** Whether a move is this party's at all, at some time. */
  function mayMake(row: Row, move: Move, party: Party): boolean {
    const { by, isOfSides } = ruleOf(move);
    return by.includes(party) && !(isOfSides && party === 'team' && !table.teamIsSide(row));
  }

  function isOpen(row: Row, move: Move, party: Party, moment: Moment): boolean {
    const { from, time } = ruleOf(move);
    return (
      from.includes(row.status) &&
      mayMake(row, move, party) &&
      !table.isClosed(row, move) &&
      times[time](row, table.at(row, party, moment))
    );
  }

  /** The moves that a person can make now, each for the first part that allows the move. */
  function movesFor(parts: readonly Party[], row: Row, moment: Moment): Map<Move, Party> {
    const moves = new Map<Move, Party>();
    for (const party of parts) {
      for (const move of names) {
        if (!moves.has(move) && isOpen(row, move, party, moment)) moves.set(move, party);
      }
    }
    return moves;
  }

  /** Whether a reason is needed: the team gives one for moves of a side, unless it is that side. */
  function asksWhy(row: Row, move: Move, party: Party): boolean {
    const { asksWhy: always, by } = ruleOf(move);
    const isOfSide = by.some((one) => sides.some((side) => side === one));
    return always || (party === 'team' && !table.teamIsSide(row) && isOfSide);
  }

  /** @throws {ConflictError} if the row has changed since the caller read it */
  function requireSeen(row: { version: number }, version: number): void {
    if (row.version !== version) {
      const message = `This ${noun} has changed since you opened it. Load it again`;
      throw new ConflictError('version', message);
    }
  }

  /**
   * @param parts the parts of the viewer
   * @returns the first of them that can make the move now
   * @throws {NotFoundError | ForbiddenError | ConflictError | InvalidInputError}
   */
  function requireOpen(
    parts: readonly Party[],
    row: Row & { version: number },
    { move, version, reason }: { move: Move; version: number; reason: string | null },
    moment: Moment,
  ): Party {
    if (parts.length === 0) {
      throw new NotFoundError(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`);
    }
    const own = parts.filter((part) => mayMake(row, move, part));
    if (own.length === 0) {
      throw new ForbiddenError('This is not yours to do');
    }
    requireSeen(row, version);
    const open = own.find((part) => isOpen(row, move, part, moment));
    if (open === undefined) {
      throw new ConflictError(
        'move',
        table.whyClosed(row, move) ??
          (ruleOf(move).from.includes(row.status)
            ? 'It is too early or too late for this'
            : `This ${noun} is ${row.status.replace('_', ' ')}: this can't be done any more`),
      );
    }
    if (reason === null && asksWhy(row, move, open)) {
      throw new InvalidInputError('reason', 'Say why');
    }
    return open;
  }

  /** The words of a move for somebody with these parts. */
  function wordsOf(move: Move, parts: readonly Party[]): { title: string; means: string } {
    const { title, means, said } = ruleOf(move);
    const reader = sides.find((side) => parts.includes(side));
    const own = (reader !== undefined && said[reader]) || means;
    return typeof own === 'string' ? { title, means: own } : { title: own[0], means: own[1] };
  }

  /** The table in Markdown. */
  const print = (timeWords: Record<T['time'], string>, moneyWords: Record<T['money'], string>) =>
    markdownTable(
      ['move', 'from', 'to', 'by', 'when', 'money', 'mail to', 'what it is'],
      names.map((move) => {
        const { from, to, by, time, money, tells, means } = ruleOf(move);
        return [
          move,
          from.join(', '),
          to ?? 'stays',
          by.join(', '),
          timeWords[time],
          moneyWords[money],
          tells.join(', '),
          means,
        ];
      }),
    );

  const guards = { isOpen, movesFor, asksWhy, requireSeen, requireOpen };
  return { names, ruleOf, clockMoves, ...guards, wordsOf, print };
}

/** A window that begins now. If its mail has to be sent first, a trigger takes note. */
export const windowOf = (hours: number, now: Date) => ({
  isTold: true,
  answerBy: new Date(now.getTime() + hours * 3_600_000),
});
