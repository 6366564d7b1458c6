import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  ClosingSteps_steps$data,
  ClosingSteps_steps$key,
} from '#web/__generated__/ClosingSteps_steps.graphql.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Timeline, TimelineStep } from '#web/ui/panels/Timeline.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { stepMarks, whoActs, type Reader } from './dealWords.ts';

export type ClosingStep = ClosingSteps_steps$data[number];

interface ClosingStepsProps {
  steps: ClosingSteps_steps$key;
  reader: Reader | 'PARTNER';
  /** The sale has ended, so that nothing more is to be done. */
  isOver: boolean;
  /** What the reader can do with a step. */
  action?: (step: ClosingStep['step']) => ReactNode;
  download: (fileName: string, step: ClosingStep['step']) => ReactNode;
}

/** The steps of a closing, with what is recorded of them. */
export function ClosingSteps({ steps, action, download, ...who }: ClosingStepsProps) {
  const data = useFragment<ClosingSteps_steps$key>(
    graphql`
      fragment ClosingSteps_steps on SaleStep @relay(plural: true) {
        step
        title
        means
        actor
        state
        dueOn
        doneAt
        amount {
          formatted
        }
        feesOwed {
          formatted
        }
        nextUseYear
        validUntil
        registry
        book
        page
        instrument
        ifMissed
        document {
          fileName
        }
      }
    `,
    steps,
  );
  return (
    <Timeline>
      {data.map((step) => (
        <Step key={step.step} step={step} {...who}>
          {action?.(step.step)}
          {step.document && download(step.document.fileName, step.step)}
        </Step>
      ))}
    </Timeline>
  );
}

interface StepProps extends Pick<ClosingStepsProps, 'reader' | 'isOver'> {
  step: ClosingStep;
}

function Step({ step, reader, isOver, children }: StepProps & { children: ReactNode }) {
  const { state, title, means, ifMissed } = step;
  const isOpen = state === 'OPEN' && !isOver;
  const { tone, icon } =
    stepMarks[isOver && state === 'OPEN' ? 'WAITING' : state] ?? stepMarks.WAITING;
  return (
    <TimelineStep
      tone={tone}
      icon={icon}
      title={title}
      when={<When step={step} reader={reader} isOver={isOver} />}
    >
      {state !== 'DONE' && <p>{means}</p>}
      {isOpen && ifMissed != null && <p className="quiet">If it is late: {ifMissed}</p>}
      <FactList facts={factsOf(step)} />
      {children}
    </TimelineStep>
  );
}

function When({ step: { step, state, actor, dueOn, doneAt }, reader, isOver }: StepProps) {
  if (state === 'OPEN' && !isOver) {
    if (step === 'COOLING_OFF' && dueOn != null) return `Until ${formatLongDay(dueOn)}`;
    return (
      <>
        <strong>{whoActs(actor, reader)}</strong>
        {dueOn != null && ` · by ${formatLongDay(dueOn)}`}
      </>
    );
  }
  const words = { DONE: 'Done', WAIVED: 'Left out', FAILED: 'Failed' }[state as string];
  if (words === undefined || doneAt == null) return isOver ? 'Not done' : 'Later';
  return (
    <>
      {words} · <LocalTime instant={doneAt} />
    </>
  );
}

const factsOf = (step: ClosingStep) =>
  [
    ['Amount', step.amount?.formatted],
    ['Owed to the resort', step.feesOwed?.formatted],
    ['Next year of use', step.nextUseYear],
    ['The resort stands by it until', step.validUntil && formatLongDay(step.validUntil)],
    ['County or registry', step.registry],
    ['Book', step.book],
    ['Page', step.page],
    ['Number', step.instrument],
  ] as const;
