import { pino, type Logger } from 'pino';
import { requestScope } from './requestScope.ts';

export type Log = Logger;

/** The process's log: JSON lines with the request id; nothing that could open an account. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        '*.password',
        '*.passwordHash',
        '*.confirmPassword',
        '*.currentPassword',
        '*.newPassword',
      ],
      censor: '[hidden]',
    },
    mixin: () => {
      const scope = requestScope.getStore();
      return scope ? { requestId: scope.requestId } : {};
    },
  });
}
