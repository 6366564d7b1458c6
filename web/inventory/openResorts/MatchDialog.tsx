import { Button } from '#web/ui/basics/Button.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { useRef, useState, type FormEvent } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { MatchDialogMutation } from '#web/__generated__/MatchDialogMutation.graphql.ts';
import type { MatchDialogQuery } from '#web/__generated__/MatchDialogQuery.graphql.ts';
import { FormActions, FormFailure } from '#web/ui/forms/Form.tsx';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useOutdated } from '#web/ui/forms/outdated.ts';
import { messageOf } from '#web/relay/refusal.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { settle } from '#web/admin/settle.ts';
import styles from './OpenResortsPage.module.css';
import { DialogOfRow } from '#web/admin/table/DialogOfRow.tsx';
import type { RowDialogProps } from '#web/admin/table/RowDialogs.tsx';
import type { OpenResort } from './openResort.ts';

export default function MatchDialog({ refresh, ...dialog }: RowDialogProps<OpenResort>) {
  return (
    <DialogOfRow title="Match Resort" isWide {...dialog}>
      {(resort) => <MatchForm resort={resort} refresh={refresh} onCancel={dialog.onClose} />}
    </DialogOfRow>
  );
}

interface MatchFormProps {
  resort: OpenResort;
  refresh: () => Promise<void>;
  onCancel: () => void;
}

type Choice = OpenResort['suggestions'][number];

function MatchForm({ resort, refresh, onCancel }: MatchFormProps) {
  const [match, isSending] = useMutation<MatchDialogMutation>(matchDialogMutation);
  const environment = useRelayEnvironment();
  const finish = useFinishDialog();
  const { databaseId, name, location, suggestions } = resort;
  const [choices, setChoices] = useState<readonly Choice[]>(suggestions);
  const [chosenId, setChosenId] = useState(suggestions[0]?.databaseId);
  const [failure, setFailure] = useState<string>();
  const { noteFailure } = useOutdated();
  const [found, setFound] = useState('');
  const chosen = choices.find((choice) => choice.databaseId === chosenId);

  const search = async (text: string) => {
    setFailure(undefined);
    try {
      const resorts = await findResorts(environment, text);
      setChoices(resorts);
      setChosenId(undefined);
      setFound(resorts.length === 0 ? 'No resort of ours fits. Try other words' : '');
    } catch (error) {
      setFailure(messageOf(error, failed));
    }
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (!chosen) {
      setFailure('Choose which of our resorts it is');
      return;
    }
    setFailure(undefined);
    try {
      const { matchInventoryResort: answer } = await match({
        input: { inventoryResortId: databaseId, resortId: chosen.databaseId },
      });
      finish(
        await settle(answer, refresh, {
          title: 'Resort matched',
          description: `The next sync brings its weeks in at ${chosen.name}`,
        }),
      );
    } catch (error) {
      noteFailure(error);
      setFailure(messageOf(error, failed));
    }
  };
  return (
    <form method="post" noValidate aria-label="Match Resort" onSubmit={(event) => void send(event)}>
      <p>
        Which of our resorts is <strong>{name}</strong>
        {location !== '' && `, ${location}`}?
      </p>
      <ResortSearch onSearch={(text) => void search(text)} />
      <p role="status" className={found === '' ? 'visuallyHidden' : undefined}>
        {found}
      </p>
      {choices.length > 0 && (
        <ResortChoices choices={choices} chosenId={chosenId} onChoose={setChosenId} />
      )}
      <FormFailure message={failure} />
      <FormActions>
        <Button type="submit" variant="contained" aria-busy={isSending}>
          {isSending ? 'Saving…' : 'Match Resort'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </form>
  );
}

const matchDialogMutation = graphql`
  mutation MatchDialogMutation($input: MatchInventoryResortInput!) {
    matchInventoryResort(input: $input) {
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

async function findResorts(environment: Environment, text: string): Promise<readonly Choice[]> {
  const answer = await fetchQuery<MatchDialogQuery>(
    environment,
    graphql`
      query MatchDialogQuery($text: String!) {
        resortSuggestions(text: $text, first: 8) {
          resorts {
            databaseId
            name
            location
          }
        }
      }
    `,
    { text },
  ).toPromise();
  return answer?.resortSuggestions.resorts ?? [];
}

function ResortSearch({ onSearch }: { onSearch: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const search = () => {
    const text = input.current?.value.trim() ?? '';
    if (text !== '') onSearch(text);
  };
  return (
    <div className={`flex gap-2 at-bottom ${styles.search}`}>
      <TextField
        inputRef={input}
        label="Search our resorts"
        placeholder="Name, place or brand"
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          search();
        }}
      />
      <Button variant="quiet" onClick={search}>
        Search
      </Button>
    </div>
  );
}

interface ResortChoicesProps {
  choices: readonly Choice[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

function ResortChoices({ choices, chosenId, onChoose }: ResortChoicesProps) {
  return (
    <fieldset role="radiogroup" className="stack gap-2" aria-label="Our resorts">
      {choices.map((choice) => (
        <label key={choice.databaseId} className={styles.choice}>
          <input
            type="radio"
            name="resort"
            value={choice.databaseId}
            checked={choice.databaseId === chosenId}
            onChange={() => onChoose(choice.databaseId)}
          />
          <span className="stack shrink breaks">
            {choice.name}
            <small className="quiet">{choice.location}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const failed = 'The resort could not be matched. Please try again';
