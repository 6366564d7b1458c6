import { graphql } from 'react-relay/hooks';
import { definePage, type PageAddress, type PageProps } from '#web/page/definePage.tsx';
import type { ArticlePageQuery } from '#web/__generated__/ArticlePageQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDay } from '#web/ui/words/dates.ts';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import styles from './ArticlePage.module.css';
import type { Article as ArticleText } from './article.ts';
import { help } from './help.tsx';
import { ownerResources } from './ownerResources.tsx';
import { privacy } from './privacy.tsx';
import { safety } from './safety.tsx';
import { terms } from './terms.tsx';
import { travelTips } from './travelTips.tsx';

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
  const sections = article.sections(site);
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
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={`stack gap-7 prose ${styles.text}`}>
          {sections.map(({ id, heading, body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{heading}</h2>
              {body}
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

const articles: readonly ArticleText[] = [travelTips, ownerResources, help, safety, terms, privacy];
