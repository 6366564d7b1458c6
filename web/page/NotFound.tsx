import { EmptyState, type EmptyStateProps } from '../ui/panels/EmptyState.tsx';
import { PageMeta } from './PageMeta.tsx';
import { useSiteFacts } from './siteFacts.ts';

interface NotFoundProps extends Pick<EmptyStateProps, 'text' | 'link'> {
  /** The title of the document; the site's title is added. */
  title: string;
  description?: string;
  /** Defaults to the title. */
  heading?: string;
}

/** For a page whose object does not exist, or is not visible to this person. */
export function NotFound({ title, description, heading = title, ...state }: NotFoundProps) {
  const site = useSiteFacts();
  return (
    <>
      <PageMeta
        title={`${title} | ${site.title}`}
        {...(description && { description })}
        status={404}
      />
      <EmptyState headingLevel="h1" title={heading} {...state} />
    </>
  );
}
