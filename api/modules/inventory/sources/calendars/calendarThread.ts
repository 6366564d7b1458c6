import { parentPort } from 'node:worker_threads';
import { UnreadableCalendar } from './calendarError.ts';
import { readCalendar, type CalendarEntry, type Reading } from './readCalendar.ts';

export interface Order extends Reading {
  bytes: Uint8Array;
}

export type Answer = { entries: CalendarEntry[] } | { failure: string };

parentPort?.on('message', ({ bytes, ...reading }: Order) => {
  parentPort?.postMessage(answerTo(bytes, reading));
});

function answerTo(bytes: Uint8Array, reading: Reading): Answer {
  try {
    return { entries: readCalendar(bytes, reading) };
  } catch (error) {
    if (error instanceof UnreadableCalendar) {
      return { failure: error.message };
    }
    throw error;
  }
}
