import type { Area } from '#api/areas/area.ts';
import { mailUnreadMessages } from './unreadMail.ts';
import './messages.graphql.ts';
import './messageWork.graphql.ts';
import './admin/adminMessages.graphql.ts';

export const messagesArea: Area = {
  jobs: {
    mail_unread_messages: {
      run: (_payload, deps) => mailUnreadMessages(deps),
      at: '* * * * *',
      atStart: true,
    },
  },
};
