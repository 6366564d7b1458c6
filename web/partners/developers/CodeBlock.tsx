import { useId, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { codeParts } from './codeParts.ts';
import type { Code } from './content.ts';
import styles from './Developers.module.css';

/** The site's address in docs/partners.md; pages show the actual address. */
const exampleOrigin = 'https://tideweek.example';

/**
 * Code to copy. Code in several languages has a tab for each, and opens the last chosen language.
 */
export function CodeBlock({ codes }: { codes: readonly Code[] }) {
  const id = useId();
  const isHydrated = useHydrated();
  const language = useCodeLanguage();
  const [outcome, setOutcome] = useState('');
  const chosen = Math.max(
    codes.findIndex((code) => code.language === language),
    0,
  );
  const shown = codes.map((code) => ({
    ...code,
    text: isHydrated ? code.text.replaceAll(exampleOrigin, window.location.origin) : code.text,
    name: languages[code.language] ?? 'Example',
  }));
  const hasTabs = codes.length > 1;
  const current = shown[chosen];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(current?.text ?? '');
      setOutcome('Copied');
    } catch {
      setOutcome('Select it and copy it yourself');
    }
  };
  const choose = (index: number) => {
    chooseCodeLanguage(codes.at(index % codes.length)?.language ?? '');
    setOutcome('');
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    const tabs = event.currentTarget.parentElement?.children ?? [];
    const target = tabs[(next + tabs.length) % tabs.length];
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <div className={`shrink clip rounded ${styles.code}`}>
      <div className={`bar gap-3 text-14 ${styles.codeHead}`}>
        {hasTabs ? (
          <div
            role="tablist"
            aria-label="Language"
            className={`cluster gap-4 row-gap-0 shrink ${styles.tabs}`}
          >
            {shown.map(({ name }, index) => (
              <button
                key={name}
                type="button"
                role="tab"
                id={`${id}tab${index}`}
                aria-controls={`${id}code${index}`}
                aria-selected={index === chosen}
                tabIndex={index === chosen ? 0 : -1}
                onClick={() => choose(index)}
                onKeyDown={move}
              >
                {name}
              </button>
            ))}
          </div>
        ) : (
          <span>{current?.name}</span>
        )}
        <span role="status">{outcome}</span>
        {isHydrated && (
          <Button
            variant="text"
            color="inherit"
            aria-label={`Copy the example: ${current?.name}`}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        )}
      </div>
      {shown.map((code, index) => (
        <pre
          key={code.name}
          id={`${id}code${index}`}
          role={hasTabs ? 'tabpanel' : 'group'}
          aria-label={code.name}
          tabIndex={0}
          data-language={code.language}
          hidden={index !== chosen}
        >
          <code>
            <Colored {...code} />
          </code>
        </pre>
      ))}
    </div>
  );
}

const Colored = ({ language, text }: Code) =>
  codeParts(language, text).map((part, place) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <span key={place} data-kind={part.kind}>
        {part.text}
      </span>
    ),
  );

const languages: Readonly<Record<string, string>> = {
  shell: 'Shell',
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  graphql: 'GraphQL',
  json: 'JSON',
  variables: 'Variables',
  http: 'HTTP',
};

const storageKey = 'code-language';

/** The language chosen last, in case nothing can be stored. */
let chosen = '';

const listeners = new Set<() => void>();

/** The language of all examples that have it; empty until the reader has chosen one. */
const useCodeLanguage = (): string => useSyncExternalStore(subscribe, codeLanguage, () => '');

function chooseCodeLanguage(language: string): void {
  chosen = language;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function codeLanguage(): string {
  try {
    return chosen || (localStorage.getItem(storageKey) ?? '');
  } catch {
    return chosen;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
