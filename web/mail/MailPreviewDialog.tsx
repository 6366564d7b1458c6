import { Suspense } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { MailPreviewDialogQuery } from '../__generated__/MailPreviewDialogQuery.graphql.ts';
import { EmailText } from '../ui/words/EmailText.tsx';
import { FailureBoundary } from '../page/FailureBoundary.tsx';
import { FormDialog } from '../ui/dialogs/FormDialog.tsx';
import { Skeleton } from '../ui/layout/Skeleton.tsx';
import { DialogFailure } from './DialogFailure.tsx';
import styles from './Mail.module.css';
import { MailFrame } from './MailFrame.tsx';
import { MailSample } from './MailSample.tsx';

interface MailPreviewDialogProps {
  id: string;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

export default function MailPreviewDialog({ id, ...dialog }: MailPreviewDialogProps) {
  return (
    <FormDialog title="Message" isWide {...dialog}>
      <FailureBoundary fallback={(retry) => <DialogFailure onRetry={retry} />}>
        {(attempt) => (
          <Suspense fallback={<Skeleton height="60vh" radius="14px" />}>
            <Preview id={id} attempt={attempt} />
          </Suspense>
        )}
      </FailureBoundary>
    </FormDialog>
  );
}

interface PreviewProps {
  id: string;
  attempt: number;
}

function Preview({ id, attempt }: PreviewProps) {
  const { node } = useLazyLoadQuery<MailPreviewDialogQuery>(
    graphql`
      query MailPreviewDialogQuery($id: ID!) {
        node(id: $id) {
          ... on OutgoingMail {
            toName
            toAddress
            subject
            template
            templateLabel
            messageId
            whyNotResent
            preview {
              html
              text
            }
          }
        }
      }
    `,
    { id },
    { fetchPolicy: 'network-only', fetchKey: attempt },
  );
  if (!node?.subject) return <p>There is no such message any more.</p>;
  return (
    <div className="stack gap-3 shrink">
      <dl className={`stack gap-2 text-15-5 ${styles.facts}`}>
        <div>
          <dt className="soft">To</dt>
          <dd className="breaks">
            {node.toName && `${node.toName} <`}
            <EmailText email={node.toAddress ?? ''} />
            {node.toName && '>'}
          </dd>
        </div>
        <div>
          <dt className="soft">Subject</dt>
          <dd className="breaks">{node.subject}</dd>
        </div>
        <div>
          <dt className="soft">Message-ID</dt>
          <dd className="breaks">{node.messageId}</dd>
        </div>
      </dl>
      {node.preview ? (
        <>
          <p className="quiet regular">
            Links lead nowhere here, and those that open an account are hidden.
          </p>
          <MailFrame subject={node.subject} html={node.preview.html} text={node.preview.text} />
        </>
      ) : (
        <>
          <p className="notice text-15-5 breaks">
            {node.whyNotResent} It can&apos;t be sent again. This is its template,{' '}
            {node.templateLabel}, with sample data.
          </p>
          <MailSample name={node.template ?? ''} />
        </>
      )}
    </div>
  );
}
