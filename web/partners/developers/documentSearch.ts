import type { Inline } from '#web/ui/words/InlineText.tsx';
import type { Block, DeveloperContent } from './content.ts';

export interface Hit {
  id: string;
  title: string;
}

interface Place extends Hit {
  text: string;
}

/** The sections and operations that contain all words of a search, hits in titles first. */
export function searchDocument(places: readonly Place[], search: string): Hit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.includes(word));
  const found = places.filter(({ text }) => has(text));
  const isTitled = ({ title }: Place) => has(title.toLowerCase());
  return [...found.filter(isTitled), ...found.filter((place) => !isTitled(place))];
}

export const placesOf = ({ sections, operations }: DeveloperContent): Place[] => [
  ...sections.map(({ id, heading, blocks }) => ({
    id,
    title: heading,
    text: `${heading} ${blocks.map(textOf).join(' ')}`.toLowerCase(),
  })),
  ...operations.map(({ id, name, kind, scope, description, arguments: taken }) => ({
    id,
    title: `${name} (${kind})`,
    text: [name, kind, scope, description, ...taken.map((argument) => argument.name)]
      .join(' ')
      .toLowerCase(),
  })),
];

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return inline(block.text);
    case 'list':
      return block.items.map(inline).join(' ');
    case 'table':
      return [block.head, ...block.rows].flat().map(inline).join(' ');
    case 'heading':
      return block.text;
    case 'code':
      return block.codes.map(({ text }) => text).join(' ');
  }
}

const inline = (parts: readonly Inline[]): string => parts.map(({ text }) => text).join('');
