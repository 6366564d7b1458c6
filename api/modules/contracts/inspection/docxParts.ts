import { damaged, RefusedFileError } from './refused.ts';

/**
 * The text of a part of a Word document that lists content types or relationships. In practice
 * these parts are plain ASCII; another encoding or custom entities would hide something.
 * @throws {RefusedFileError}
 */
export function packageXml(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (text.includes('\0') || text.includes('<!')) {
    throw damaged('Word document');
  }
  return text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Types of relationships that may point outside the document: links need a click. */
const harmless = /\/hyperlink$/i;

/**
 * Refuses relationships (ECMA-376 part 2, 6.5) through which Word loads something external when the
 * document is opened: a template, a picture, an object.
 * @throws {RefusedFileError} naming what is loaded
 */
export function refuseOutsideParts(xml: string): void {
  for (const piece of xml.split('<').slice(1)) {
    const tag = piece.slice(0, piece.indexOf('>'));
    if (/^(?:[\w.-]+:)?Relationship\s/i.test(tag) && attribute(tag, 'TargetMode') === 'external') {
      const type = attribute(tag, 'Type');
      if (!harmless.test(type)) {
        throw new RefusedFileError(
          type.endsWith('/attachedtemplate')
            ? 'The Word document loads a template from elsewhere. Save it as PDF and upload that'
            : 'The Word document loads parts from elsewhere. Save it as PDF and upload that',
        );
      }
    }
  }
}

function attribute(tag: string, name: string): string {
  for (const [, found = '', , value = ''] of tag.matchAll(attributes)) {
    if (found.toLowerCase() === name.toLowerCase()) {
      return value.trim().toLowerCase();
    }
  }
  return '';
}

const attributes = /\b([\w:.-]{1,40})\s{0,10}=\s{0,10}(["'])(.{0,2000}?)\2/gs;
