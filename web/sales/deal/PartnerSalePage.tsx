import { useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks';
import type {
  PartnerSalePage_sale$data,
  PartnerSalePage_sale$key,
} from '#web/__generated__/PartnerSalePage_sale.graphql.ts';
import type { PartnerSalePageAgainQuery } from '#web/__generated__/PartnerSalePageAgainQuery.graphql.ts';
import type { PartnerSalePageDownloadMutation } from '#web/__generated__/PartnerSalePageDownloadMutation.graphql.ts';
import type { PartnerSalePageMutation } from '#web/__generated__/PartnerSalePageMutation.graphql.ts';
import type { PartnerSalePageQuery } from '#web/__generated__/PartnerSalePageQuery.graphql.ts';
import { DownloadButton } from '#web/bookings/DownloadButton.tsx';
import { kindWords, tenureWords } from '#web/listings/listingFactWords.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { useMutation } from '#web/relay/useMutation.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { DialogButtons } from '#web/ui/dialogs/DialogButtons.tsx';
import { refuse } from '#web/ui/forms/outdated.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import layout from '#web/ui/layout/DetailPage.module.css';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { TonePanel } from '#web/ui/panels/TonePanel.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { partnerLinkDays } from '#common/durations.ts';
import { ClosingSteps } from './ClosingSteps.tsx';
import { sides, toneOf } from './dealWords.ts';
import { StepForm, type StepMove } from './StepForm.tsx';
import { saleStatusWords } from '../saleStatusWords.ts';

export const page = definePage<PartnerSalePageQuery>({
  path: '/partner/sale',
  access: 'everyone',
  query: graphql`
    query PartnerSalePageQuery($token: String!) {
      ...AppShell_query
      partnerLink(token: $token) {
        isExpired
        sale {
          ...PartnerSalePage_sale
        }
      }
    }
  `,
  variables: ({ search }) => ({ token: search.get('token') || 'none' }),
  fetchPolicy: 'network-only',
  meta: {
    title: 'A sale in closing',
    description:
      'The escrow partner of a sale reports its steps, and opens the papers of the closing.',
    isUnlisted: true,
  },
  skeleton: (
    <DetailSkeleton
      columns={[
        ['220px', '360px'],
        ['280px', '160px'],
      ]}
    />
  ),
  component: PartnerSale,
});

function PartnerSale({ data: { partnerLink }, search }: PageProps<PartnerSalePageQuery>) {
  const { sale, isExpired } = partnerLink ?? {};
  if (sale) return <PartnerScreen sale={sale} token={search.get('token') ?? ''} />;
  return (
    <EmptyState
      headingLevel="h1"
      title={isExpired ? 'This link has expired' : 'This link does not work'}
      text={`${
        isExpired
          ? `A link works for ${partnerLinkDays} days.`
          : 'It was withdrawn, a newer one was made, or a part of it is missing.'
      } Ask the person who sent it to you for a new one.`}
    />
  );
}

type DownloadInput = PartnerSalePageDownloadMutation['variables']['input'];

interface PartnerScreenProps {
  sale: PartnerSalePage_sale$key;
  token: string;
}

function PartnerScreen({ sale, token }: PartnerScreenProps) {
  const data = useFragment<PartnerSalePage_sale$key>(saleFragment, sale);
  const { databaseId, title, resort, status, steps, facts, termSheet, signatures } = data;
  const download = (what: string, step?: DownloadInput['step']) => (
    <DownloadButton<PartnerSalePageDownloadMutation>
      mutation={downloadMutation}
      variables={{ input: { token, step: step ?? null } }}
      what={what}
    >
      {step ? `Download ${what}` : `${what} as ZIP`}
    </DownloadButton>
  );
  // The number of a floating week belongs only to its rented nights.
  const isNumbered = facts.ownership !== 'FLOATING' && facts.ownership !== 'POINTS';
  return (
    <div className={`content ${layout.page}`}>
      <header className={layout.head}>
        <img src={resort.imageUrl} alt="" width="180" height="120" />
        <div className={`stack gap-2 to-left breaks ${layout.title}`}>
          <StatusBadge status={{ tone: toneOf(status), label: saleStatusWords[status] ?? '' }} />
          <h1>{title}</h1>
          <p className="soft">
            {resort.name}, {resort.location}
          </p>
        </div>
      </header>
      <div className={layout.columns}>
        <div className="stack gap-5 shrink">
          <Standing sale={data} token={token} />
          <Panel title="The closing">
            <ClosingSteps
              steps={steps}
              reader="PARTNER"
              isOver={status === 'CALLED_OFF'}
              download={download}
            />
          </Panel>
        </div>
        <div className="stack gap-5 shrink">
          <Panel title="The timeshare">
            <FactList
              facts={[
                ['Reference', databaseId],
                ['Resort', resort.name],
                ['Unit', facts.unitType],
                ['Week', isNumbered ? facts.weekNumber : 'Reserved each time'],
                ['Season', facts.season],
                ['Kind', facts.ownership && kindWords(facts.ownership, facts.yearlyPoints)],
                ['Held as', facts.tenure && tenureWords[facts.tenure]],
              ]}
            />
          </Panel>
          <Panel title="The terms">
            <FactList facts={termSheet.facts.map(({ label, text }) => [label, text])} />
            {download('All Papers')}
          </Panel>
          <Panel title="Confirmed by both sides">
            <FactList
              facts={signatures.map(({ side, typedName, at }) => [
                sides[side] ?? '',
                <>
                  {typedName} · <LocalTime instant={at} />
                </>,
              ])}
            />
            <p className="quiet breaks">SHA-256 of the terms: {termSheet.hash}</p>
          </Panel>
        </div>
      </div>
    </div>
  );
}

interface ReportsProps {
  sale: PartnerSalePage_sale$data;
  token: string;
}

const ended: Readonly<Partial<Record<string, string>>> = {
  SOLD: 'The timeshare is sold',
  CALLED_OFF: 'The sale was called off',
};

/** The steps that the partner has to report now. */
const ownSteps = ({ status, steps }: PartnerSalePage_sale$data) =>
  steps.filter(
    ({ actor, state, isByItself }) =>
      status === 'AGREED' && actor === 'PARTNER' && state === 'OPEN' && !isByItself,
  );

function Standing({ sale, token }: ReportsProps) {
  const { status, ending, closedAt, linkUntil } = sale;
  const own = ownSteps(sale);
  const isOpen = status === 'AGREED';
  const words = own.map(
    (step) => `${step.title}${step.dueOn ? ` by ${formatLongDay(step.dueOn)}` : ''}`,
  );
  return (
    <TonePanel
      tone={isOpen && own.length > 0 ? 'open' : toneOf(status)}
      label="How it stands"
      title={isOpen ? (own.length > 0 ? 'Please report' : 'Nothing to report now') : ended[status]}
    >
      {isOpen ? (
        <p>
          {own.length > 0
            ? `${words.join('; ')}.`
            : 'Your steps open once those before them are done; they are below.'}
        </p>
      ) : (
        <p>
          {ending} {closedAt != null && <LocalTime instant={closedAt} />}. There is nothing more to
          report here.
        </p>
      )}
      <Reports sale={sale} token={token} />
      <p className="quiet">
        Money is not reported here: deposit, balance and release follow from your signed events
        alone. The resort’s steps are recorded by our team.
      </p>
      {linkUntil != null && (
        <p className="quiet">
          This link works until <LocalTime instant={linkUntil} />. Whoever has it can report for
          you: keep it in your office.
        </p>
      )}
    </TonePanel>
  );
}

function Reports({ sale, token }: ReportsProps) {
  const own = ownSteps(sale);
  const form = (move: StepMove) => <Report sale={sale} token={token} move={move} />;
  return (
    <DialogButtons
      choices={[
        {
          name: 'record',
          label: 'Record a Step',
          isPossible: own.length > 0,
          look: { variant: 'contained', color: 'secondary' },
          isWide: true,
          content: form('RECORD_STEP'),
        },
        {
          name: 'fail',
          label: 'Record a Failed Step',
          isPossible: own.length > 0,
          look: { color: 'error' },
          isWide: true,
          content: form('FAIL_STEP'),
        },
      ]}
    />
  );
}

function Report({ sale, token, move }: ReportsProps & { move: StepMove }) {
  // The sale as it was when the dialog opened.
  const [seen] = useState(sale);
  const environment = useRelayEnvironment();
  const [report] = useMutation<PartnerSalePageMutation>(reportMutation);
  const keyOf = useIdempotencyKeys();
  const isDone = move === 'RECORD_STEP';
  const loadAgain = () =>
    fetchQuery<PartnerSalePageAgainQuery>(
      environment,
      againQuery,
      { token },
      { fetchPolicy: 'network-only' },
    ).toPromise();
  return (
    <StepForm
      steps={ownSteps(seen)}
      title={seen.title}
      move={move}
      means={
        isDone
          ? 'Both sides and our team are told, and can open the document.'
          : 'The sale ends, and the buyer gets everything back. Both sides and our team are told.'
      }
      asksWhy={!isDone}
      moveSale={async ({ step, facts = null, documentUrl = null, reason = null }) => {
        if (!step) return;
        const { version } = seen;
        const input = { token, version, isDone, step, facts, documentUrl, reason };
        const answer = await report({ input: { ...input, idempotencyKey: keyOf(input) } });
        const { reportSaleStep: result } = answer;
        if (!result || result.error) refuse(result?.error, loadAgain);
        await loadAgain().catch(() => undefined);
      }}
      uploadBy={{ path: '/api/partner-sale', headers: { 'x-partner-link': token } }}
    />
  );
}

const saleFragment = graphql`
  fragment PartnerSalePage_sale on PartnerSale {
    databaseId
    version
    title
    status
    closedAt
    ending
    linkUntil
    resort {
      name
      location
      imageUrl
    }
    facts {
      ownership
      yearlyPoints
      unitType
      weekNumber
      season
      tenure
    }
    termSheet {
      hash
      facts {
        label
        text
      }
    }
    signatures {
      side
      typedName
      at
    }
    steps {
      title
      actor
      state
      dueOn
      isByItself
      ...ClosingSteps_steps
      ...StepForm_steps
    }
  }
`;

const againQuery = graphql`
  query PartnerSalePageAgainQuery($token: String!) {
    partnerLink(token: $token) {
      sale {
        ...PartnerSalePage_sale
      }
    }
  }
`;

const reportMutation = graphql`
  mutation PartnerSalePageMutation($input: ReportSaleStepInput!) {
    reportSaleStep(input: $input) {
      ... on ReportSaleStepPayload {
        sale {
          version
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const downloadMutation = graphql`
  mutation PartnerSalePageDownloadMutation($input: CreatePartnerDownloadInput!) {
    link: createPartnerDownload(input: $input) {
      ... on CreatePartnerDownloadPayload {
        url
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
