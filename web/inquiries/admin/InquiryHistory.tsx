import { TextField } from '#web/ui/material/TextField.ts';
import { graphql } from 'react-relay/hooks';
import type { InquiryHistoryNoteMutation } from '#web/__generated__/InquiryHistoryNoteMutation.graphql.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { inquiryStatuses, mostLetters, type Inquiry } from './inquiry.ts';
import styles from './InquiryPage.module.css';

interface InquiryHistoryProps {
  inquiry: Inquiry;
  refresh: () => Promise<void>;
}

type Event = Inquiry['history'][number];

export function InquiryHistory({ inquiry, refresh }: InquiryHistoryProps) {
  const { history, databaseId } = inquiry;
  return (
    <Panel title="History" icon="list">
      <NoteForm key={history[0]?.id} inquiryId={databaseId} refresh={refresh} />
      {history.length === 0 ? (
        <p className="soft pretty">Nobody of the team has done anything with it yet.</p>
      ) : (
        <ol className="stack ruled" aria-label="History">
          {history.map((event) => (
            <li
              key={event.id}
              className={`stack gap-2 padding-y-4 ${styles.event}`}
              data-kind={event.kind}
            >
              <div className={`cluster gap-4 row-gap-2px baseline between ${styles.line}`}>
                <h3 className="text-17">{titleOf(event)}</h3>
                <LocalTime instant={event.createdAt} />
              </div>
              {event.text && (
                <blockquote className="padding-3-4 tile">
                  <p className="breaks pre-wrap">{event.text}</p>
                </blockquote>
              )}
              <p className="soft pretty">
                {event.actorName ?? 'A former administrator'}
                {event.kind !== 'STATUS' && event.status && `; now ${wordOf(event)}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const wordOf = ({ status }: Event): string =>
  ((status && inquiryStatuses[status]?.label) ?? 'changed').toLowerCase();

function titleOf(event: Event): string {
  if (event.kind === 'NOTE') return 'Note';
  if (event.kind === 'REPLY') return 'Reply by mail';
  if (event.kind === 'DRAFT') return 'Turned into a listing draft';
  return `Marked as ${wordOf(event)}`;
}

function NoteForm({ inquiryId, refresh }: { inquiryId: string; refresh: () => Promise<void> }) {
  const [addNote] = useCommand<InquiryHistoryNoteMutation>(graphql`
    mutation InquiryHistoryNoteMutation($input: AddInquiryNoteInput!) {
      addInquiryNote(input: $input) {
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  const form = useForm<{ text: string }>({
    initial: { text: '' },
    validate: ({ text }) => (text.trim() === '' ? { text: 'Note is required' } : {}),
    send: async ({ text }) => {
      await addNote({ input: { inquiryId, text } });
      await refresh();
      showToast({ title: 'Note added' });
    },
    fallbackMessage: 'The note could not be added. Please try again',
  });
  const { field } = form;
  return (
    <PageForm
      form={form}
      label="Add a note"
      className={`stack gap-3 to-left ${styles.form}`}
      submit="Add Note"
      sending="Adding…"
      look={{ variant: 'quiet' }}
    >
      <TextField
        {...field('text')}
        label="Note for the team"
        multiline
        minRows={2}
        maxRows={10}
        slotProps={{ htmlInput: { maxLength: mostLetters } }}
      />
    </PageForm>
  );
}
