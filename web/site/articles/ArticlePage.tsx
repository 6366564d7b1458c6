import type { ReactNode } from 'react';
import { graphql } from 'react-relay/hooks';
import { definePage, type PageAddress, type PageProps } from '#web/page/definePage.tsx';
import type { ArticlePageQuery } from '#web/__generated__/ArticlePageQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import styles from './ArticlePage.module.css';
import type { Block } from '#web/partners/developers/content.ts';
import { InlineText } from '#web/ui/words/InlineText.tsx';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';
import { articles } from './__generated__/articles.ts';

export const page = definePage<ArticlePageQuery>({
  path: ['/travel-tips', '/owner-resources', '/help', '/safety', '/terms', '/privacy'],
  access: 'everyone',
  query: graphql`
    query ArticlePageQuery {
      ...AppShell_query
      site {
        title
        contactEmail
        contactPhone
        supportHours
      }
    }
  `,
  meta: (_, address) => {
    const article = articleAt(address);
    if (!article) return undefined;
    const { title, description, path } = article;
    return { title, description, canonicalPath: path };
  },
  skeleton: <EmptyPageSkeleton />,
  component: Article,
});

const articleAt = ({ pathname }: PageAddress) =>
  articles.find(({ path }) => path === pathname.replace(/\/$/, ''));

function Article({ data: { site }, ...address }: PageProps<ArticlePageQuery>) {
  const article = articleAt(address);
  if (!article) return null;
  const { title, contactEmail, contactPhone, supportHours } = site;
  const values = {
    title,
    email: <TeamEmail email={contactEmail} />,
    phone: contactPhone && (
      <>
        , or call <a href={`tel:${contactPhone.replace(/[^+\d]/g, '')}`}>{contactPhone}</a>
        {supportHours && `, ${supportHours}`}
      </>
    ),
  };
  return (
    <article>
      <header className={`relative on-teal white ${styles.head}`}>
        <div className="content">
          <h1>{article.title}</h1>
          <p className={`margin-top-3 pretty ${styles.lead}`}>{article.lead}</p>
          {article.updated && (
            <p className={`margin-top-4 text-15 ${styles.updated}`}>
              Last updated {formatDay(article.updated)}
            </p>
          )}
        </div>
        <WaveDivider />
      </header>
      <div className={`content stack at-top ${styles.page}`}>
        <nav className={styles.contents} aria-label="On this page">
          <p className="margin-bottom-2 semibold">On this page</p>
          <ol>
            {article.sections.map(({ id, heading }) => (
              <li key={id}>
                <a className="row target soft tight undecorated" href={`#${id}`}>
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={`stack gap-7 prose ${styles.text}`}>
          {article.sections.map(({ id, heading, blocks }) => (
            <section
              className="stack gap-3 breaks"
              key={id}
              id={id}
              aria-labelledby={`${id}-heading`}
            >
              <h2 id={`${id}-heading`}>{heading}</h2>
              {blocks.map((block, index) => (
                <ArticleBlock key={index} block={block} values={values} />
              ))}
            </section>
          ))}
          <aside
            className={`bar gap-4 padding-5 rounded-panel on-foam ${styles.more}`}
            aria-label="Questions"
          >
            <p>Still have a question? People who know timeshares answer within 24 hours.</p>
            <ButtonLink to="/contact" variant="contained">
              Contact Us
            </ButtonLink>
          </aside>
        </div>
      </div>
    </article>
  );
}

interface ArticleBlockProps {
  block: Block;
  values: Readonly<Record<string, ReactNode>>;
}

function ArticleBlock({ block, values }: ArticleBlockProps) {
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <InlineText parts={block.text} values={values} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>
              <InlineText parts={item} values={values} />
            </li>
          ))}
        </ul>
      );
    default:
      throw new Error(`Articles have no ${block.kind}`);
  }
}
