import type { Block, Code, Section } from '#web/partners/developers/content.ts';
import type { Inline } from '#web/ui/words/InlineText.tsx';

/** What our documents use: headings, paragraphs, lists, tables, code; in text code, bold, links. */
export function parseMarkdown(text: string) {
  const lead: Block[] = [];
  const sections: Section[] = [];
  let blocks = lead;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const take = (belongs: (line: string) => boolean): string[] => {
      const start = at;
      at += 1;
      while (at < lines.length && belongs(lines[at] ?? '')) at += 1;
      return lines.slice(start, at);
    };
    if (line === '' || line.startsWith('# ')) {
      at += 1;
    } else if (line.startsWith('## ')) {
      blocks = [];
      const heading = line.slice(3);
      sections.push({ id: slugOf(heading), heading, blocks });
      at += 1;
    } else if (line.startsWith('### ')) {
      const heading = line.slice(4);
      blocks.push({ kind: 'heading', id: slugOf(heading), text: heading });
      at += 1;
    } else if (line.startsWith('```')) {
      const code = take((next) => !next.startsWith('```'));
      at += 1;
      const one = { language: line.slice(3), text: code.slice(1).join('\n') };
      const before = blocks.at(-1);
      // Adjacent code blocks are the same example in several languages.
      if (before?.kind === 'code') blocks[blocks.length - 1] = withCode(before, one);
      else blocks.push({ kind: 'code', codes: [one] });
    } else if (line.startsWith('|')) {
      const [head = '', , ...rows] = take((next) => next.startsWith('|'));
      blocks.push({ kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) });
    } else if (listItem.test(line)) {
      const items: string[] = [];
      for (const each of take((next) => listItem.test(next) || next.startsWith('  '))) {
        if (listItem.test(each)) items.push(each.replace(listItem, ''));
        else items.push(`${items.pop() ?? ''} ${each.trim()}`);
      }
      blocks.push({ kind: 'list', isOrdered: /^\d/.test(line), items: items.map(parseInline) });
    } else {
      const paragraph = take((next) => next !== '' && !/^(?:#|```|\||- )/.test(next));
      blocks.push({ kind: 'paragraph', text: parseInline(paragraph.join(' ')) });
    }
  }
  return { lead, sections };
}

const withCode = ({ codes }: { codes: readonly Code[] }, code: Code): Block => ({
  kind: 'code',
  codes: codes.concat(code),
});

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

const listItem = /^(?:- |\d+\. )/;

const cellsOf = (row: string): Inline[][] =>
  row
    .slice(1, row.lastIndexOf('|'))
    .split('|')
    .map((cell) => parseInline(cell.trim()));

const marks = [
  { begin: '`', end: '`' },
  { begin: '**', end: '**' },
  { begin: '[', end: ')' },
] as const;

function parseInline(text: string): Inline[] {
  const [mark] = marks
    .map((each) => ({ ...each, at: text.indexOf(each.begin) }))
    .filter(({ at, begin, end }) => at >= 0 && text.includes(end, at + begin.length))
    .sort((a, b) => a.at - b.at);
  if (!mark) return text === '' ? [] : [{ kind: 'text', text }];
  const from = mark.at + mark.begin.length;
  const until = text.indexOf(mark.end, from);
  const held = text.slice(from, until);
  const before = text.slice(0, mark.at);
  return [
    ...parseInline(before),
    mark.begin === '`'
      ? { kind: 'code', text: held }
      : mark.begin === '**'
        ? { kind: 'strong', text: held }
        : linkOf(held),
    ...parseInline(text.slice(until + mark.end.length)),
  ];
}

/** Parses 'label](to'. Links to documents that are not on the site become text. */
function linkOf(held: string): Inline {
  const [label = '', to = ''] = held.split('](');
  if (to === '') return { kind: 'text', text: `[${held})` };
  return /^(?:https:|\/|#)/.test(to)
    ? { kind: 'link', text: label, to }
    : { kind: 'text', text: label };
}
