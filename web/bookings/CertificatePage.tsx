import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { CertificatePageMutation } from '../__generated__/CertificatePageMutation.graphql.ts';
import type { CertificatePageQuery } from '../__generated__/CertificatePageQuery.graphql.ts';
import { definePage, type PageProps } from '../page/definePage.tsx';
import { EmptyPageSkeleton } from '../page/EmptyPageSkeleton.tsx';
import { useCommand } from '../relay/useMutation.ts';
import { Button } from '../ui/basics/Button.tsx';
import { takeFocus } from '../ui/dialogs/takeFocus.ts';
import { Form, FormActions, FormFailure } from '../ui/forms/Form.tsx';
import { useForm } from '../ui/forms/useForm.ts';
import listStyles from '../ui/layout/ListPage.module.css';
import { TextField } from '../ui/material/TextField.ts';
import { EmptyState } from '../ui/panels/EmptyState.tsx';

export const page = definePage<CertificatePageQuery>({
  path: '/certificate',
  access: 'everyone',
  query: graphql`
    query CertificatePageQuery($token: String!) {
      ...AppShell_query
      certificateToConfirm(token: $token) {
        resortName
        guest
        dates
        number
      }
    }
  `,
  variables: ({ search }) => ({ token: search.get('token') || 'none' }),
  fetchPolicy: 'network-only',
  meta: (_, { siteTitle }) => ({
    title: 'Is this guest booked?',
    description: `A resort confirms a guest certificate for ${siteTitle}.`,
  }),
  skeleton: <EmptyPageSkeleton />,
  component: Certificate,
});

/** Opened from a mail to the resort. Programs open links too, so only the buttons answer. */
function Certificate({ data, search }: PageProps<CertificatePageQuery>) {
  const [asked] = useState(data.certificateToConfirm);
  const [answer, setAnswer] = useState<'yes' | 'no'>();
  if (answer) {
    return (
      <EmptyState
        headingLevel="h1"
        title={answer === 'yes' ? 'Thank you' : 'Thank you for the answer'}
      >
        <p ref={takeFocus} tabIndex={-1} role="status">
          {answer === 'yes'
            ? 'The guest is told that you expect them. There is nothing more to do.'
            : 'We tell the owner of the week what is wrong. There is nothing more to do.'}
        </p>
      </EmptyState>
    );
  }
  if (!asked) {
    return (
      <EmptyState
        headingLevel="h1"
        title="This link does not work"
        text="It was used already, a newer one was sent, or the stay has begun."
      />
    );
  }
  const { resortName, guest, dates, number } = asked;
  return (
    <div className={`content ${listStyles.page}`}>
      <div className="stack gap-5 full prose pretty breaks">
        <h1>Is this guest booked?</h1>
        <p>
          The owner of a week at <strong>{resortName}</strong> says that you issued this guest
          certificate. Please look it up.
        </p>
        <dl className="stack gap-2 padding-4 tile">
          {[
            ['Guest', guest],
            ['Stay', dates],
            ['Guest certificate', number],
          ].map(([label, value]) => (
            <div key={label}>
              <dt className="soft">{label}</dt>
              <dd className="semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <Answer token={search.get('token') ?? ''} onAnswer={setAnswer} />
      </div>
    </div>
  );
}

interface AnswerProps {
  token: string;
  onAnswer: (answer: 'yes' | 'no') => void;
}

function Answer({ token, onAnswer }: AnswerProps) {
  const [send] = useCommand<CertificatePageMutation>(answerMutation);
  const [isBooked, setIsBooked] = useState(true);
  const form = useForm({
    initial: { words: '' },
    validate: ({ words }) =>
      isBooked || words.trim() !== ''
        ? {}
        : { words: 'Say what is wrong, so that it can be put right' },
    send: async ({ words }) => {
      await send({ input: { token, isBooked, words: isBooked ? null : words } });
      onAnswer(isBooked ? 'yes' : 'no');
    },
    fallbackMessage: 'Your answer could not be stored. Please try again',
  });
  return (
    <Form form={form} className="stack gap-4" aria-label="Answer">
      {!isBooked && (
        <TextField
          {...form.field('words', 'The owner and our team read it')}
          label="What is wrong?"
          required
          multiline
          minRows={3}
          slotProps={{ htmlInput: { maxLength: 2_000 } }}
        />
      )}
      <FormFailure message={form.failure} />
      <FormActions>
        <Button type="submit" variant="main" aria-busy={form.isSending}>
          {form.isSending ? 'Sending…' : isBooked ? 'Yes, This Guest Is Booked' : 'Send'}
        </Button>
        <Button variant="quiet" onClick={() => setIsBooked(!isBooked)}>
          {isBooked ? 'No' : 'Back'}
        </Button>
      </FormActions>
    </Form>
  );
}

const answerMutation = graphql`
  mutation CertificatePageMutation($input: AnswerCertificateInput!) {
    answerCertificate(input: $input) {
      ... on AnswerCertificatePayload {
        certificate {
          number
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
