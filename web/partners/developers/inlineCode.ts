import type { Inline } from '#web/ui/words/InlineText.tsx';

export const inlineCode = (text: string): Inline[] =>
  text
    .split('`')
    .map((part, index) => ({
      kind: index % 2 === 1 ? ('code' as const) : ('text' as const),
      text: part,
    }))
    .filter((part) => part.text !== '');
