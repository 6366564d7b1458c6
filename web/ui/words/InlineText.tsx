import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

export type Inline =
  | { kind: 'text' | 'code' | 'strong'; text: string }
  | { kind: 'link'; text: string; to: string };

interface InlineTextProps {
  parts: readonly Inline[];
  /** Replaces names in braces. */
  values?: Readonly<Record<string, ReactNode>>;
}

export function InlineText({ parts, values }: InlineTextProps) {
  return parts.map((part, index) => {
    switch (part.kind) {
      case 'code':
        return <code key={index}>{part.text}</code>;
      case 'strong':
        return <strong key={index}>{part.text}</strong>;
      case 'link':
        return part.to.startsWith('/') ? (
          <Link key={index} to={part.to}>
            {part.text}
          </Link>
        ) : (
          <a key={index} href={part.to}>
            {part.text}
          </a>
        );
      case 'text':
        if (!values) return part.text;
        return part.text
          .split(/[{}]/)
          .map((text, at) => <Fragment key={at}>{at % 2 === 1 ? values[text] : text}</Fragment>);
    }
  });
}
