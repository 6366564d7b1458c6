import { useState } from 'react';
import { Button } from '../../ui/basics/Button.tsx';
import { useHydrated } from '../../ui/basics/useHydrated.ts';
import styles from './Developers.module.css';

interface CodeBlockProps {
  language: string;
  text: string;
}

/** The address of the site in docs/partners.md; readers see that of the site they are at. */
const exampleOrigin = 'https://tideweek.example';

/** Code to copy. */
export function CodeBlock({ language, text }: CodeBlockProps) {
  const isHydrated = useHydrated();
  const [outcome, setOutcome] = useState('');
  const code = isHydrated ? text.replaceAll(exampleOrigin, window.location.origin) : text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('Copied');
    } catch {
      setOutcome('Select it and copy it yourself');
    }
  };
  const name = languages[language] ?? 'Example';
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <span>{name}</span>
        <span role="status">{outcome}</span>
        {isHydrated && (
          <Button
            variant="text"
            color="inherit"
            aria-label={`Copy the example: ${name}`}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        )}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys scroll it. */}
      <pre tabIndex={0} role="group" aria-label={name} data-language={language}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

const languages: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  graphql: 'GraphQL',
  json: 'JSON',
};
