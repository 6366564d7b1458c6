import { graphql } from 'react-relay/hooks';
import type { ForumsPageQuery } from '#web/__generated__/ForumsPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { TeamEmail } from '#web/ui/words/TeamEmail.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import styles from './ForumsPage.module.css';

const plannedFeatures: readonly { icon: IconName; text: string }[] = [
  { icon: 'home', text: 'Resort reviews' },
  { icon: 'key', text: 'Buying and selling advice' },
  { icon: 'beach', text: 'Vacation tips' },
  { icon: 'chat', text: 'Community Q&A' },
  { icon: 'compass', text: 'Local destination insights' },
];

export const page = definePage<ForumsPageQuery>({
  path: '/forums',
  access: 'everyone',
  query: graphql`
    query ForumsPageQuery {
      ...AppShell_query
      site {
        contactEmail
      }
    }
  `,
  meta: {
    title: 'Community Forums',
    description: 'Community forums for timeshare owners and travelers are coming soon.',
  },
  skeleton: <EmptyPageSkeleton />,
  component: Forums,
});

function Forums({ data: { site } }: PageProps<ForumsPageQuery>) {
  return (
    <div className={`content stack gap-5 centered ${styles.page}`}>
      <p className={`pill on-sun semibold ${styles.eyebrow}`}>Forums Under Construction</p>
      <h1>Community Forums Coming Soon!</h1>
      <p className="soft text-19">A place to ask, answer and compare notes. We are planning:</p>
      <ul className={`cluster gap-3 to-middle full tide-icons ${styles.features}`}>
        {plannedFeatures.map(({ icon, text }) => (
          <li className={styles.feature} key={text}>
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
