import type { TextAnswer } from './errors.ts';
import type { RefusalFormat } from './route.ts';

export function refusalIn(
  format: RefusalFormat,
  { status, text }: TextAnswer,
): { type: string; body: string } {
  switch (format) {
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: text };
    case 'json':
      return { type: 'application/json; charset=utf-8', body: JSON.stringify({ message: text }) };
    case 'xml':
      return {
        type: 'application/xml; charset=utf-8',
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${codeOf(status)}</Code><Message>${escaped(text)}</Message></Error>`,
      };
  }
}

const codeOf = (status: number): string =>
  ({ 403: 'AccessDenied', 404: 'NoSuchUpload', 409: 'OperationAborted', 503: 'SlowDown' })[
    status
  ] ?? 'InvalidRequest';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
