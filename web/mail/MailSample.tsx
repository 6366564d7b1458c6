import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { MailSampleQuery } from '../__generated__/MailSampleQuery.graphql.ts';
import { MailFrame } from './MailFrame.tsx';

interface MailSampleProps {
  /** Name of the template. */
  name: string;
  attempt?: number;
}

export function MailSample({ name, attempt = 0 }: MailSampleProps) {
  const { mailSample } = useLazyLoadQuery<MailSampleQuery>(
    graphql`
      query MailSampleQuery($template: String!) {
        mailSample(template: $template) {
          subject
          html
          text
        }
      }
    `,
    { template: name },
    // Refetched, since it contains the site's title, which may change.
    { fetchPolicy: 'network-only', fetchKey: attempt },
  );
  if (!mailSample) return <p>There is no such template any more.</p>;
  const { subject, html, text } = mailSample;
  return <MailFrame subject={subject} html={html} text={text} />;
}
