import { rowsKeptFor, type DatabaseRetention } from '#api/platform/housekeeping.ts';

const textOfFailedDays = 30;

export const mailRetention: DatabaseRetention[] = [
  rowsKeptFor(90, {
    what: 'The record of mail that was sent',
    after: 'it was written',
    table: 'outgoing_mails',
    where: `status = 'sent' AND created_at < now() - make_interval(days => $1)`,
  }),
  {
    what: 'The text of mail that was given up',
    kept: `${textOfFailedDays} days after it was written`,
    async remove({ database }) {
      await database.pool.query(
        `UPDATE outgoing_mails SET html = '', text = '', headers = '{}'
         WHERE status = 'failed' AND html <> ''
           AND created_at < now() - make_interval(days => $1)`,
        [textOfFailedDays],
      );
    },
  },
];
