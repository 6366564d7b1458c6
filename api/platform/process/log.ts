import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { requestScope } from './requestScope.ts';

export type Log = Logger;

export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
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
  };
  return destination ? pino(options, destination) : pino(options);
}
