import { graphql } from 'react-relay/hooks';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import type { DevelopersPageQuery } from '#web/__generated__/DevelopersPageQuery.graphql.ts';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { developerContent } from './__generated__/developerContent.ts';
import { InlineText } from '#web/ui/words/InlineText.tsx';
import { Blocks } from './Blocks.tsx';
import { sampleIds, type Operation, type Release } from './content.ts';
import styles from './Developers.module.css';
import { DocumentSearch } from './DocumentSearch.tsx';
import { inlineCode } from './inlineCode.ts';
import { OperationReference } from './OperationReference.tsx';
import { SectionHeading } from './SectionHeading.tsx';
import { plural } from '#common/numbers.ts';
import { useState, useEffect } from 'react';
import { Button } from '#web/ui/basics/Button.tsx';

export const page = definePage<DevelopersPageQuery>({
  path: '/developers',
  access: 'everyone',
  query: graphql`
    query DevelopersPageQuery {
      ...AppShell_query
      resorts(first: 1) {
        edges {
          node {
            databaseId
          }
        }
      }
      listings(first: 1) {
        edges {
          node {
            databaseId
          }
        }
      }
      saleListings(first: 1) {
        edges {
          node {
            databaseId
          }
        }
      }
    }
  `,
  meta: (_, { siteTitle }) => ({
    title: 'Developers',
    description: `The GraphQL API of ${siteTitle}: start in five minutes, tokens and scopes, every operation with an example, errors, limits and changes.`,
  }),
  skeleton: <EmptyPageSkeleton />,
  component: Developers,
});

const { lead, sections, operations, changes } = developerContent;

/** Parts of the page that are not in docs/partners.md. */
const further = [
  { id: 'operations', heading: 'Operations' },
  { id: 'schema', heading: 'Schema' },
  { id: 'changelog', heading: 'Changelog' },
  { id: 'status', heading: 'Status' },
] as const;

const entries = [...sections, ...further];

function Developers({ data: { resorts, listings, saleListings } }: PageProps<DevelopersPageQuery>) {
  return (
    <article>
      <header className={`relative on-teal white ${styles.head}`}>
        <div className="content">
          <h1>Developers</h1>
          <div className={`text-18 pretty ${styles.lead}`}>
            <Blocks blocks={lead} />
          </div>
          <div className={`cluster gap-3 row-gap-2 ${styles.ways}`}>
            <ButtonLink to="/organizations" variant="main" size="large">
              Get a Token
            </ButtonLink>
            <ButtonAnchor href="/graphql" variant="quiet" size="large">
              Open the Editor
            </ButtonAnchor>
          </div>
        </div>
        <WaveDivider />
      </header>
      <div className={`content stack gap-7 at-top ${styles.page}`}>
        <Contents entries={entries} />
        <div className={`stack shrink ${styles.text}`}>
          <DocumentSearch content={developerContent} />
          {sections.map(({ id, heading, blocks }) => (
            <section key={id} aria-labelledby={id}>
              <SectionHeading id={id}>{heading}</SectionHeading>
              <Blocks blocks={blocks} />
            </section>
          ))}
          <section aria-labelledby="operations">
            <SectionHeading id="operations">Operations</SectionHeading>
            <p>
              What tokens may call, with the scope that opens it. <strong>Run</strong> opens an
              example in the editor, where you paste your test token. The examples ask for some of
              the fields; the editor knows all of them. Replace <code>…</code> by an id of yours.
            </p>
            <OperationReference
              operations={withIds({
                resort: resorts.edges[0]?.node.databaseId,
                listing: listings.edges[0]?.node.databaseId,
                saleListing: saleListings.edges[0]?.node.databaseId,
              })}
            />
          </section>
          <section aria-labelledby="schema">
            <SectionHeading id="schema">Schema</SectionHeading>
            <p>
              For code generators and editors. Programs that read documentation start at{' '}
              <a href="/llms.txt">/llms.txt</a>, and find this page as Markdown at{' '}
              <a href="/developers.md">/developers.md</a>.
            </p>
            <div className="cluster gap-3 row-gap-2">
              <ButtonAnchor
                href="/developers/schema.graphql"
                variant="quiet"
                download="tideweek.graphql"
              >
                Download SDL
              </ButtonAnchor>
              <ButtonAnchor href="/developers/schema.json" variant="quiet" download="tideweek.json">
                Download Introspection JSON
              </ButtonAnchor>
              <ButtonAnchor href="/developers/openapi.json" variant="quiet" download>
                Download OpenAPI of REST
              </ButtonAnchor>
            </div>
          </section>
          <section aria-labelledby="changelog">
            <SectionHeading id="changelog">Changelog</SectionHeading>
            <Changelog />
          </section>
          <section aria-labelledby="status">
            <SectionHeading id="status">Status</SectionHeading>
            <SiteStatus />
          </section>
        </div>
      </div>
    </article>
  );
}

/** The operations, with ids of this site's objects in their examples, if there are any. */
const withIds = (ids: Record<keyof typeof sampleIds, string | undefined>): Operation[] =>
  operations.map((operation) => ({
    ...operation,
    variables: Object.entries(sampleIds).reduce(
      (text, [kind, sample]) => text.replace(sample, ids[kind as keyof typeof sampleIds] ?? '…'),
      operation.variables,
    ),
  }));

function Changelog() {
  if (changes.length === 0) return <p>The schema has not changed since it was published first.</p>;
  return changes.map((release) => (
    <details key={release.day} className={styles.release}>
      <summary>{titleOf(release)}</summary>
      <ul>
        {release.changes.map((change) => (
          <li key={change}>
            <InlineText parts={inlineCode(change)} />
          </li>
        ))}
      </ul>
    </details>
  ));
}

const titleOf = ({ day, changes: { length } }: Release): string =>
  `${day === null ? 'New, not promised to stay yet' : formatDay(day)}: ${plural(length, 'change')}`;

function SiteStatus() {
  const [words, setWords] = useState('');
  const check = async () => {
    setWords('Asking…');
    const answer = await fetch('/readyz').catch(() => undefined);
    setWords(
      answer?.ok
        ? 'The API is up.'
        : 'The API is not ready. Try again in a minute, as Retry-After of its answers says.',
    );
  };
  return (
    <>
      <p>
        <a href="/readyz">/readyz</a> answers 200 while the API can reach its data, and 503
        otherwise.
      </p>
      <p role="status">{words}</p>
      <div>
        <Button variant="quiet" onClick={() => void check()}>
          Check Now
        </Button>
      </div>
    </>
  );
}

interface ContentsProps {
  entries: readonly { id: string; heading: string }[];
}

function Contents({ entries }: ContentsProps) {
  const current = useSectionInView(entries);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className={`sticky scroll-y ${styles.contents}`} aria-label="On this page">
      <p className="margin-bottom-2 semibold">On this page</p>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        On this page
      </button>
      <ol data-open={isOpen}>
        {entries.map(({ id, heading }) => (
          <li key={id}>
            <a
              className="row soft tight undecorated"
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => setIsOpen(false)}
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useSectionInView(entries: ContentsProps['entries']): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          const id = target.getAttribute('aria-labelledby') ?? '';
          if (isIntersecting) inView.add(id);
          else inView.delete(id);
        }
        setCurrent(entries.find(({ id }) => inView.has(id))?.id);
      },
      { rootMargin: '-15% 0px -75% 0px' },
    );
    for (const { id } of entries) {
      const section = document.getElementById(id)?.closest('section');
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [entries]);
  return current;
}
