import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { useLoaderData } from 'react-router-dom';
import type { forumsPageLoaderQuery } from '#web/__generated__/forumsPageLoaderQuery.graphql.ts';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import styles from './ForumsPage.module.css';
import { forumsPageQuery } from './forumsPageLoader.ts';

export { loadForumsPage as loadPage } from './forumsPageLoader.ts';

const plannedFeatures: readonly { icon: IconName; text: string }[] = [
  { icon: 'home', text: 'Resort reviews' },
  { icon: 'key', text: 'Buying and selling advice' },
  { icon: 'beach', text: 'Vacation tips' },
  { icon: 'chat', text: 'Community Q&A' },
  { icon: 'compass', text: 'Local destination insights' },
];

export function Page() {
  const reference = useLoaderData<PreloadedQuery<forumsPageLoaderQuery>>();
  return (
    <Suspense fallback={<EmptyPageSkeleton />}>
      <Forums reference={reference} />
    </Suspense>
  );
}

interface ForumsProps {
  reference: PreloadedQuery<forumsPageLoaderQuery>;
}

function Forums({ reference }: ForumsProps) {
  const { site } = useOwnedPreloadedQuery<forumsPageLoaderQuery>(forumsPageQuery, reference);
  return (
    <div className={`content ${styles.page}`}>
      <PageMeta
        title={`Community Forums | ${site.title}`}
        description="Community forums for timeshare owners and travelers are coming soon."
        canonicalPath="/forums"
      />
      <p className={styles.eyebrow}>Forums Under Construction</p>
      <h1>Community Forums Coming Soon!</h1>
      <p className={styles.lead}>A place to ask, answer and compare notes. We are planning:</p>
      <ul className={styles.features}>
        {plannedFeatures.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} size={26} />
            {text}
          </li>
        ))}
      </ul>
      <p>
        Want to know when they open? Write to <TeamEmail email={site.contactEmail} />
      </p>
      <ButtonLink to="/" variant="contained" size="large">
        Back to Home
      </ButtonLink>
    </div>
  );
}
