import { graphql, useFragment } from 'react-relay/hooks';
import type { MoveSaleInput } from '#web/__generated__/DealDialogMutation.graphql.ts';
import type {
  StepForm_steps$data,
  StepForm_steps$key,
} from '#web/__generated__/StepForm_steps.graphql.ts';
import { centsOf } from '#web/bookings/moves/centsOf.ts';
import { closingDocument } from '#web/listings/upload/contractFiles.ts';
import { DocumentField } from '#web/listings/upload/DocumentField.tsx';
import type { UploadAccess } from '#web/listings/upload/uploadState.ts';
import { useFinishDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ChoiceField } from '#web/ui/forms/fields/ChoiceField.tsx';
import { Form, FormFailure } from '#web/ui/forms/Form.tsx';
import { useOutdated } from '#web/ui/forms/outdated.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TextField } from '#web/ui/material/TextField.ts';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { moveWords, otherWords } from './dealWords.ts';
import { MoveActions } from './MoveActions.tsx';

type Step = StepForm_steps$data[number];

export type StepMove = 'RECORD_STEP' | 'WAIVE_STEP' | 'EXTEND_STEP' | 'FAIL_STEP';

/** The moves about a step, and the open steps that each is about. */
const stepMoves: Readonly<Record<StepMove, (step: Step) => boolean>> = {
  RECORD_STEP: ({ isByItself }) => !isByItself,
  WAIVE_STEP: ({ waivedIf }) => waivedIf != null,
  EXTEND_STEP: ({ step }) => step !== 'COOLING_OFF',
  FAIL_STEP: ({ failsIf }) => failsIf != null,
};

export const isStepMove = (move: string): move is StepMove => move in stepMoves;

const noFacts = {
  feesOwed: '',
  nextUseYear: '',
  validUntil: '',
  registry: '',
  book: '',
  page: '',
  instrument: '',
};

/** As typed; the amount in dollars. */
const noStep = { ...noFacts, step: '', documentUrl: '', dueOn: '' };

type StepValues = typeof noStep & { reason: string };

type StepInput = Pick<MoveSaleInput, 'step' | 'facts' | 'documentUrl' | 'dueOn'>;

/** Names of the facts in the form, by their names in `SaleStepFactsInput`. */
const factFields: Readonly<
  Record<string, { name: keyof typeof noFacts; label: string; hint?: string }>
> = {
  feesOwedCents: {
    name: 'feesOwed',
    label: 'Owed to the resort, in dollars',
    hint: '0 for nothing',
  },
  nextUseYear: { name: 'nextUseYear', label: 'Next year that can be used' },
  validUntil: { name: 'validUntil', label: 'The resort stands by it until' },
  registry: { name: 'registry', label: 'County or registry' },
  book: { name: 'book', label: 'Book', hint: 'With its page, in place of an instrument number' },
  page: { name: 'page', label: 'Page' },
  instrument: { name: 'instrument', label: 'Instrument or membership number' },
};

interface StepFormProps {
  steps: StepForm_steps$key;
  /** The title of the sale. */
  title: string;
  move: StepMove;
  means: string;
  asksWhy: boolean;
  moveSale: (input: StepInput & Pick<MoveSaleInput, 'reason'>) => Promise<void>;
  /** Without an account. */
  uploadBy?: UploadAccess;
}

/** The form of a move about a step of the closing. */
export function StepForm(props: StepFormProps) {
  const { title, move, means, asksWhy, moveSale, uploadBy } = props;
  const steps = useFragment<StepForm_steps$key>(stepsFragment, props.steps);
  const finish = useFinishDialog();
  const { isOutdated, noteFailure } = useOutdated();
  const { label, busyLabel, done } = moveWords[move] ?? otherWords;
  const open = steps.filter((each) => each.state === 'OPEN' && stepMoves[move](each));
  const form = useForm({
    initial: { ...noStep, step: open.length === 1 ? (open[0]?.step ?? '') : '', reason: '' },
    validate: ({ step, reason }) => ({
      ...(step === '' && { step: 'Choose a step' }),
      ...(asksWhy && reason.trim() === '' && { reason: 'Say why' }),
    }),
    send: async ({ reason, ...typed }) => {
      await moveSale({ ...inputOfStep(move, typed, steps), reason: reason.trim() || null });
      finish({ title: done, description: title });
    },
    fieldOf: (field) => factFields[field.replace(/^facts\./, '')]?.name ?? field,
    fallbackMessage: 'The sale could not be changed. Please try again',
    onFailure: ({ error }) => noteFailure(error),
  });
  const { field, values, errors, change } = form;
  const step = open.find((each) => each.step === values.step);
  return (
    <Form form={form} className="stack gap-4 pretty breaks">
      <p>{means}</p>
      <ChoiceField
        {...field('step', (step && meaningOf(move, step)) ?? undefined)}
        label="Step"
        required
      >
        <option value="" />
        {open.map((each) => (
          <option key={each.step} value={each.step}>
            {each.title}
          </option>
        ))}
      </ChoiceField>
      {move === 'RECORD_STEP' &&
        step?.facts.map((fact) => <Fact key={fact} fact={fact} field={field} />)}
      {move === 'RECORD_STEP' && step?.needsDocument && (
        <DocumentField
          key={step.step}
          kind={closingDocument}
          label="Document"
          error={errors.documentUrl}
          onDocument={(documentUrl) => change({ documentUrl })}
          {...(uploadBy && { uploadBy })}
        />
      )}
      {move === 'EXTEND_STEP' && (
        <TextField
          {...field('dueOn', step?.dueOn ? `Now ${formatLongDay(step.dueOn)}` : undefined)}
          {...day}
          label="New last day"
          required
        />
      )}
      {asksWhy && (
        <TextField
          {...field('reason', 'Both sides read it')}
          label="Reason"
          required
          multiline
          minRows={3}
          maxRows={10}
          slotProps={{ htmlInput: { maxLength: 2_000 } }}
        />
      )}
      <FormFailure message={form.failure} />
      <MoveActions isOutdated={isOutdated} isSending={form.isSending} sending={busyLabel}>
        {label}
      </MoveActions>
    </Form>
  );
}

interface FactProps {
  fact: string;
  field: ReturnType<typeof useForm<StepValues>>['field'];
}

function Fact({ fact, field }: FactProps) {
  const shown = factFields[fact];
  if (!shown) return null;
  const { name, label, hint } = shown;
  return (
    <TextField
      {...field(name, hint)}
      label={label}
      autoComplete="off"
      {...(name === 'validUntil' ? day : { slotProps: { htmlInput: { maxLength: 200 } } })}
    />
  );
}

const day = { type: 'date', slotProps: { inputLabel: { shrink: true } } } as const;

const meaningOf = (move: StepMove, { means, waivedIf, failsIf }: Step) =>
  ({ RECORD_STEP: means, EXTEND_STEP: means, WAIVE_STEP: waivedIf, FAIL_STEP: failsIf })[move];

/** The step as the server takes it; facts that the step does not ask for are left out. */
function inputOfStep(move: StepMove, typed: typeof noStep, steps: readonly Step[]): StepInput {
  const step = steps.find((each) => each.step === typed.step);
  const asks = (fact: string) => move === 'RECORD_STEP' && step?.facts.includes(fact);
  const text = (name: keyof typeof noFacts) => typed[name].trim() || null;
  return {
    step: step?.step ?? null,
    facts: {
      ...(asks('feesOwedCents') && { feesOwedCents: centsOf(typed.feesOwed) ?? null }),
      ...(asks('nextUseYear') && { nextUseYear: Number(typed.nextUseYear.trim()) || null }),
      ...(['validUntil', 'registry', 'book', 'page', 'instrument'] as const)
        .filter(asks)
        .reduce((facts, name) => ({ ...facts, [name]: text(name) }), {}),
    },
    documentUrl: (move === 'RECORD_STEP' && typed.documentUrl) || null,
    dueOn: (move === 'EXTEND_STEP' && typed.dueOn) || null,
  };
}

const stepsFragment = graphql`
  fragment StepForm_steps on SaleStep @relay(plural: true) {
    step
    title
    means
    state
    dueOn
    facts
    needsDocument
    isByItself
    waivedIf
    failsIf
  }
`;
