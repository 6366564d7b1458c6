import { Suspense, useId, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay/hooks';
import type { MailDialogMessageQuery } from '#web/__generated__/MailDialogMessageQuery.graphql.ts';
import type { MailDialogSampleQuery } from '#web/__generated__/MailDialogSampleQuery.graphql.ts';
import { FailureBoundary } from '#web/page/FailureBoundary.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { FormDialog, type DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { takeFocus } from '#web/ui/dialogs/takeFocus.ts';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import styles from './Mail.module.css';
import Tab from '@mui/material/Tab';
import { Tabs } from '#web/ui/material/Tabs.ts';

interface MailDialogProps extends DialogState {
  /** Name of a template, or id of a message. */
  name: string;
  isTemplate: boolean;
}

export default function MailDialog({ name, isTemplate, ...dialog }: MailDialogProps) {
  return (
    <FormDialog title={isTemplate ? 'Template' : 'Message'} isWide {...dialog}>
      <FailureBoundary
        fallback={(retry) => (
          <div className="stack gap-3 shrink">
            <FormFailure message="The message could not be loaded." />
            <Button ref={takeFocus} variant="quiet" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
      >
        {(attempt) => (
          <Suspense fallback={<Skeleton height="60vh" radius="14px" />}>
            {isTemplate ? (
              <div className="stack gap-3 shrink">
                <p className="quiet regular">With sample data. Links lead nowhere here.</p>
                <Sample name={name} attempt={attempt} />
              </div>
            ) : (
              <Message id={name} attempt={attempt} />
            )}
          </Suspense>
        )}
      </FailureBoundary>
    </FormDialog>
  );
}

function Sample({ name, attempt }: { name: string; attempt: number }) {
  const { mailSample } = useLazyLoadQuery<MailDialogSampleQuery>(
    graphql`
      query MailDialogSampleQuery($template: String!) {
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

function Message({ id, attempt }: { id: string; attempt: number }) {
  const { node } = useLazyLoadQuery<MailDialogMessageQuery>(
    graphql`
      query MailDialogMessageQuery($id: ID!) {
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
          <Sample name={node.template ?? ''} attempt={attempt} />
        </>
      )}
    </div>
  );
}

function MailFrame({ subject, html, text }: { subject: string; html: string; text: string }) {
  const [part, setPart] = useState<'html' | 'text'>('html');
  const id = useId();
  return (
    <>
      <Tabs
        value={part}
        onChange={(_event, chosen: 'html' | 'text') => setPart(chosen)}
        aria-label="Parts of the message"
      >
        <Tab id={`${id}-html`} value="html" label="HTML" aria-controls={`${id}-part`} />
        <Tab id={`${id}-text`} value="text" label="Plain Text" aria-controls={`${id}-part`} />
      </Tabs>
      {part === 'html' ? (
        <div id={`${id}-part`} role="tabpanel" aria-labelledby={`${id}-html`}>
          <iframe
            className={`block full margin-top-3 card ${styles.frame}`}
            title={subject}
            sandbox=""
            srcDoc={html}
          />
        </div>
      ) : (
        <div
          id={`${id}-part`}
          className={`padding-4 framed rounded breaks pre-wrap ${styles.text}`}
          role="tabpanel"
          aria-labelledby={`${id}-text`}
          tabIndex={0}
        >
          {text}
        </div>
      )}
    </>
  );
}
