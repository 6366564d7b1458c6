import { randomBytes } from 'node:crypto';

/** A PDF of exactly so many bytes, 200 at least; no two are the same. */
export function pdf(size: number): Buffer {
  const head = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%');
  const tail = Buffer.from('\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n');
  const filling = size - head.length - tail.length;
  const text = randomBytes(Math.ceil(filling / 2)).toString('hex');
  return Buffer.concat([head, Buffer.from(text.slice(0, filling)), tail]);
}

/** How a program for Windows begins. */
export const program = (): Buffer => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2_000, 1)]);
