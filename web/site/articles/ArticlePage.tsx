import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { articlePageLoaderQuery } from '#web/__generated__/articlePageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import type { Article as ArticleContent } from './article.ts';
import styles from './ArticlePage.module.css';
import { articlePageQuery } from './articlePageLoader.ts';
import { articles } from './articles.ts';

export { loadArticlePage as loadPage } from './articlePageLoader.ts';

export function Page() {
  const reference = useLoaderData<PreloadedQuery<articlePageLoaderQuery>>();
  const { pathname } = useLocation();
  const article = articles.find(({ path }) => path === pathname.replace(/\/$/, ''));
  return (
    <Suspense fallback={<EmptyPageSkeleton />}>
      {article && <Article article={article} reference={reference} />}
    </Suspense>
  );
}

interface ArticleProps {
  article: ArticleContent;
  reference: PreloadedQuery<articlePageLoaderQuery>;
}

function Article({ article, reference }: ArticleProps) {
  const { site } = useOwnedPreloadedQuery<articlePageLoaderQuery>(articlePageQuery, reference);
  const sections = article.sections(site);
  return (
    <article>
      <PageMeta
        title={`${article.title} | ${site.title}`}
        description={article.description}
        canonicalPath={article.path}
      />
      <header className={styles.head}>
        <div className="content">
          <h1>{article.title}</h1>
          <p className={styles.lead}>{article.lead}</p>
          {article.updated && (
            <p className={styles.updated}>Last updated {formatDay(article.updated)}</p>
          )}
        </div>
        <WaveDivider />
      </header>
      <div className={`content ${styles.page}`}>
        <nav className={styles.contents} aria-label="On this page">
          <p>On this page</p>
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          {sections.map(({ id, heading, body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{heading}</h2>
              {body}
            </section>
          ))}
          <aside className={styles.more} aria-label="Questions">
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
