import { firstId } from '../input/globalId.ts';
import type { Log } from '../process/log.ts';

/**
 * Does what is due, in batches by id. What fails is logged, and delays nothing else.
 * @param read the due ones after an id, in order; none once all are done
 * @param work resolves to false to stop
 */
export async function eachDue<Due extends { id: string }>(
  { log }: { log: Log },
  failure: string,
  read: (after: string) => Promise<Due[]>,
  work: (due: Due) => Promise<unknown>,
): Promise<void> {
  let batch = await read(firstId);
  while (batch.length > 0) {
    for (const due of batch) {
      try {
        if ((await work(due)) === false) return;
      } catch (error) {
        log.error({ id: due.id, err: error }, failure);
      }
    }
    batch = await read(batch.at(-1)?.id ?? firstId);
  }
}
