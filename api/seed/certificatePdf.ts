/** Texts of a sample guest certificate. */
export interface CertificateWords {
  title: string;
  resort: string;
  facts: readonly { label: string; value: string }[];
  /** At the bottom, in small letters. */
  note: string;
}

/** Draws a page of US Letter size as PDF. Characters beyond Latin-1 become question marks. */
export function certificatePdf({ title, resort, facts, note }: CertificateWords): Buffer {
  const page = [
    '0.06 0.36 0.42 rg 0 704 612 88 re f',
    text(title, { x: 56, y: 738, size: 26, font: 'bold', color: '1 1 1' }),
    text(resort, { x: 56, y: 656, size: 18, font: 'bold', color: ink }),
    ...facts.flatMap(({ label, value }, row) => [
      text(label, { x: 56, y: 612 - row * 34, size: 12, font: 'regular', color: soft }),
      text(value, { x: 220, y: 612 - row * 34, size: 14, font: 'bold', color: ink }),
      `0.85 0.87 0.88 RG 56 ${600 - row * 34} m 556 ${600 - row * 34} l S`,
    ]),
    text(note, { x: 56, y: 48, size: 10, font: 'regular', color: soft }),
  ].join('\n');
  return file([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ' +
      '/Resources << /Font << /regular 5 0 R /bold 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(page, 'latin1')} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]);
}

const ink = '0.1 0.16 0.2';
const soft = '0.35 0.4 0.44';

interface Place {
  /** From the lower left corner of the page, in points. */
  x: number;
  y: number;
  size: number;
  font: 'regular' | 'bold';
  /** Red, green and blue, 0 to 1. */
  color: string;
}

function text(words: string, { x, y, size, font, color }: Place): string {
  const shown = words
    .replaceAll('’', "'")
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')
    .replaceAll(/[\\()]/g, '\\$&');
  return `BT /${font} ${size} Tf ${color} rg ${x} ${y} Td (${shown}) Tj ET`;
}

/** A file of these objects, numbered from 1; the first is the catalog. */
function file(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  body += `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
