import type { Area } from '#api/areas/area.ts';
import { sendTestMail } from './admin/testMail.ts';
import { queueWaitingMails, sendMail } from './sendMail.ts';
import { rowsKeptFor } from '#api/platform/jobs/housekeeping.ts';
import './admin/mailQueue.graphql.ts';
import './admin/mailLog.graphql.ts';

const textOfFailedDays = 30;

export const mailArea: Area = {
  routes: [
    {
      method: 'POST',
      path: '/api/admin/smtp/test',
      access: 'admin',
      handle: async (context) => ({
        body: await sendTestMail(context.deps, await context.viewer()),
      }),
    },
  ],
  retention: [
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
  ],
  jobs: {
    queue_waiting_mails: { run: queueWaitingMails, at: '* * * * *', atStart: true },
    send_mail: { run: sendMail },
  },
};
