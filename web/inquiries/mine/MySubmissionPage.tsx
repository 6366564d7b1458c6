import { graphql } from 'react-relay/hooks';
import type { MySubmissionPageQuery } from '#web/__generated__/MySubmissionPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { inquiryStatuses, listingStatuses } from '#web/ui/basics/statuses.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { LocalDay } from '#web/ui/words/LocalTime.tsx';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import { TurnIntoListing } from './TurnIntoListing.tsx';

export const page = definePage<MySubmissionPageQuery>({
  path: '/dashboard/submissions/:id',
  access: 'signedIn',
  query: graphql`
    query MySubmissionPageQuery($id: ID!) {
      ...AppShell_query
      viewer {
        ...TurnIntoListing_viewer
        inquiry(databaseId: $id) {
          propertyName
          resortName
          location
          unit
          ownership
          weekDetails
          askingPrice
          contactPhone
          additionalDetails
          status
          canBeListed
          hasDraft
          createdAt
          listing {
            title
            status
          }
          ...TurnIntoListing_inquiry
        }
      }
    }
  `,
  fetchPolicy: 'network-only',
  variables: ({ id }) => ({ id }),
  meta: ({ viewer }) => viewer.inquiry && { title: viewer.inquiry.propertyName },
  skeleton: <DetailSkeleton columns={[['420px'], ['240px']]} />,
  component: MySubmission,
});

type Inquiry = NonNullable<NonNullable<MySubmissionPageQuery['response']['viewer']>['inquiry']>;

function MySubmission({ data: { viewer } }: MemberPageProps<MySubmissionPageQuery>) {
  const { inquiry } = viewer;
  if (!inquiry) {
    return (
      <NotFound
        title="Submission not found"
        link={{ to: '/dashboard/submissions', label: 'My Submissions' }}
        text="You have not submitted a property with this address."
      />
    );
  }
  return (
    <div className={`content ${layout.page}`}>
      <header className="stack gap-2 to-left margin-bottom-4">
        <BackLink to="/dashboard/submissions">My Submissions</BackLink>
        <h1 className="breaks">{inquiry.propertyName}</h1>
        <p className="cluster gap-3">
          <StatusBadge status={inquiryStatuses[inquiry.status]} />
          <span className="soft">
            Sent on <LocalDay instant={inquiry.createdAt} />
          </span>
        </p>
      </header>
      <div className={layout.columns}>
        <Panel title="What You Sent" icon="home">
          <FactList
            facts={[
              ['Resort', inquiry.resortName],
              ['Location', inquiry.location],
              ['Unit', inquiry.unit],
              ['Ownership', inquiry.ownership],
              ['Week or season', inquiry.weekDetails],
              ['Asking price', formatTypedPrice(inquiry.askingPrice)],
              ['Phone', inquiry.contactPhone],
            ]}
          />
          {inquiry.additionalDetails && (
            <p className="breaks pre-wrap">{inquiry.additionalDetails}</p>
          )}
        </Panel>
        <Panel title="What Happens Now" icon="compass">
          {nextWords(inquiry).map((words) => (
            <p className="pretty" key={words}>
              {words}
            </p>
          ))}
          {inquiry.listing && (
            <p className="cluster gap-3">
              <strong className="breaks">{inquiry.listing.title}</strong>
              <StatusBadge status={listingStatuses[inquiry.listing.status]} />
            </p>
          )}
          <TurnIntoListing inquiry={inquiry} viewer={viewer} />
        </Panel>
      </div>
    </div>
  );
}

function nextWords({ status, canBeListed, hasDraft, listing }: Inquiry): string[] {
  if (listing) return ['You have made a listing of this property.'];
  if (!canBeListed) {
    return ['Our team has closed this submission. Write to us if you still want to sell it.'];
  }
  if (hasDraft) {
    return ['The listing form holds what you sent. Add what is missing, then list it.'];
  }
  return [
    status === 'NEW'
      ? 'Our team has received it and will contact you within 24 hours.'
      : 'Our team has been in touch with you.',
    'You need not wait: turn it into a listing, and the form is filled with what you sent.',
  ];
}
