import { createHash } from 'node:crypto';

/** The source of an inline script or style (Content Security Policy Level 3, 2.3.1). */
export const hashSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
