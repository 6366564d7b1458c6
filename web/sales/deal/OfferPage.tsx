import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import { Navigate, useNavigate } from 'react-router-dom';
import type {
  OfferPageQuery,
  OfferPageQuery$data,
} from '#web/__generated__/OfferPageQuery.graphql.ts';
import type { OfferPageMutation } from '#web/__generated__/OfferPageMutation.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { useCommand } from '#web/relay/useMutation.ts';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { PageForm } from '#web/ui/forms/Form.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useIdempotencyKeys } from '#web/ui/forms/useIdempotencyKeys.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';
import { saleTime } from '#common/durations.ts';
import { TermsFields } from './TermsFields.tsx';
import { inputOfTerms, termsProblems, typedTerms } from './typedTerms.ts';

export const page = definePage<OfferPageQuery>({
  path: '/sale/:id/offer',
  access: 'signedIn',
  query: graphql`
    query OfferPageQuery($id: ID!) {
      ...AppShell_query
      viewer {
        id
      }
      myPartIn(listingId: $id) {
        isOwner
        sale {
          databaseId
          closedAt
        }
      }
      saleListing(id: $id) {
        databaseId
        title
        resort {
          name
        }
        salePrice {
          formatted
          currency
        }
        facts {
          maintenanceFee {
            amount
          }
        }
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  meta: ({ saleListing }) => saleListing && { title: `Make an Offer: ${saleListing.title}` },
  skeleton: <DetailSkeleton columns={[['640px'], ['160px']]} />,
  component: Offer,
});

function Offer({ data }: MemberPageProps<OfferPageQuery>) {
  const { saleListing, myPartIn } = data;
  const { isOwner, sale } = myPartIn ?? {};
  // The sale that was open when the page was opened: a new one is shown by the form.
  const [open] = useState(sale?.closedAt == null ? sale : undefined);
  if (open) return <Navigate to={`/sales/${open.databaseId}`} replace />;
  if (saleListing && !isOwner) return <OfferForm listing={saleListing} />;
  return (
    <NotFound
      title="No offer can be made"
      link={{ to: '/search?type=buy', label: 'See What Is for Sale' }}
      text={
        isOwner
          ? 'This timeshare is your own.'
          : 'This timeshare is not for sale, or the link is wrong.'
      }
    />
  );
}

function OfferForm({ listing }: { listing: NonNullable<OfferPageQuery$data['saleListing']> }) {
  const { databaseId: listingId, title, resort, salePrice, facts } = listing;
  const navigate = useNavigate();
  const keyOf = useIdempotencyKeys();
  const [makeOffer] = useCommand<OfferPageMutation>(offerMutation);
  const form = useForm({
    initial: useState(() => typedTerms())[0],
    validate: termsProblems,
    send: async (typed) => {
      const input = { listingId, terms: inputOfTerms(typed) };
      const { sale } = await makeOffer({ input: { ...input, idempotencyKey: keyOf(input) } });
      showToast({ title: 'Your offer is sent', description: title });
      void navigate(`/sales/${sale.databaseId}`, { replace: true });
    },
    fallbackMessage: 'Your offer could not be sent. Please try again',
  });
  return (
    <div className={`content ${layout.page}`}>
      <BackLink to={`/sale/${listingId}`}>{title}</BackLink>
      <header className={`stack gap-2 breaks ${layout.title}`}>
        <h1>Make an Offer</h1>
        <p className="soft">
          {title}, {resort.name}. The owner asks {salePrice?.formatted}.
        </p>
      </header>
      <div className={layout.columns}>
        <PageForm
          form={form}
          label="Your offer"
          className="stack gap-4 pretty breaks"
          submit="Send Offer"
          sending="Sending…"
          look={{ variant: 'main', size: 'large' }}
        >
          <TermsFields
            form={form}
            currency={salePrice?.currency ?? 'USD'}
            maintenanceFee={facts.maintenanceFee?.amount}
          />
        </PageForm>
        <section
          className="stack gap-2 padding-5 rounded-panel on-foam"
          aria-labelledby="what-comes-next"
        >
          <h2 id="what-comes-next" className="text-22">
            What comes next
          </h2>
          <p>The owner has {saleTime} to accept, to offer other terms, or to decline.</p>
          <p>
            You pay nothing now. After both sides have confirmed the terms, our team prepares the
            closing with the title and escrow partner.
          </p>
        </section>
      </div>
    </div>
  );
}

const offerMutation = graphql`
  mutation OfferPageMutation($input: MakeOfferInput!) {
    makeOffer(input: $input) {
      ... on MakeOfferPayload {
        sale {
          databaseId
          ...DealScreen_sale
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;
