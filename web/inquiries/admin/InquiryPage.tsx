import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { InquiryPageQuery } from '#web/__generated__/InquiryPageQuery.graphql.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { listingStatuses } from '#web/ui/basics/statuses.ts';
import { AdminFrame, AdminSkeleton, AdminNotFound } from '#web/admin/frame/AdminFrame.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { InquiryActions } from './InquiryActions.tsx';
import { InquiryHistory } from './InquiryHistory.tsx';
import styles from './InquiryPage.module.css';
import { inquiryStatuses, type Inquiry } from './inquiry.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

const inquiryPageQuery = graphql`
  query InquiryPageQuery($id: ID!) {
    ...AppShell_query
    inquiry(id: $id) {
      databaseId
      version
      status
      moves
      propertyName
      resortName
      location
      unit
      ownership
      weekDetails
      askingPrice
      motivation
      additionalDetails
      senderName
      email
      phone
      hasAccount
      senderDraft {
        version
        title
        updatedAt
      }
      hasDraft
      listing {
        databaseId
        title
        status
      }
      createdAt
      history {
        id
        kind
        status
        text
        actorName
        createdAt
      }
    }
  }
`;

export const page = definePage<InquiryPageQuery>({
  path: '/admin/inquiries/:id',
  access: 'admin',
  query: inquiryPageQuery,
  fetchPolicy: 'network-only',
  variables: ({ id }) => ({ id }),
  meta: ({ inquiry }) => inquiry && { title: `${inquiry.propertyName} | Inquiries` },
  skeleton: <AdminSkeleton title="Inquiry" />,
  component: InquiryScreen,
});

function InquiryScreen({ data: { inquiry }, reference }: PageProps<InquiryPageQuery>) {
  const refresh = useRefresh(inquiryPageQuery, reference);
  if (!inquiry) {
    return (
      <AdminNotFound title="Inquiry" to="/admin/inquiries" label="Back to the Inquiries">
        There is no inquiry at this address. Its sender may have closed their account.
      </AdminNotFound>
    );
  }
  return (
    <AdminFrame
      title={inquiry.propertyName}
      subtitle={
        <span className="inline wrap gap-3 row-gap-2">
          <StatusBadge status={inquiryStatuses[inquiry.status]} />
          <span>
            Sent by {inquiry.senderName}, <LocalTime instant={inquiry.createdAt} />
          </span>
        </span>
      }
      actions={<BackLink to="/admin/inquiries">All inquiries</BackLink>}
    >
      <div className={`stack gap-5 at-top ${styles.sides}`}>
        <div className="stack gap-5 shrink">
          <Sent inquiry={inquiry} />
          <InquiryHistory inquiry={inquiry} refresh={refresh} />
        </div>
        <div className="stack gap-5 shrink">
          <InquiryActions inquiry={inquiry} refresh={refresh} />
          <Panel title="Sender" icon="user">
            <FactList
              facts={[
                ['Name', inquiry.senderName],
                [
                  'Email',
                  <a key="email" href={`mailto:${inquiry.email}`}>
                    <EmailText email={inquiry.email} />
                  </a>,
                ],
                [
                  'Phone',
                  inquiry.phone && (
                    <a key="phone" href={`tel:${inquiry.phone.replace(/[^\d+]/g, '')}`}>
                      {inquiry.phone}
                    </a>
                  ),
                ],
                ['Account', inquiry.hasAccount ? 'Yes' : 'None any more'],
                ['Listing', <ListingState key="listing" inquiry={inquiry} />],
              ]}
            />
          </Panel>
        </div>
      </div>
    </AdminFrame>
  );
}

function ListingState({ inquiry: { hasDraft, senderDraft, listing } }: { inquiry: Inquiry }) {
  if (listing) {
    return (
      <span className="inline wrap gap-2">
        <Link to={`/admin/listings/${listing.databaseId}`}>{listing.title}</Link>
        <StatusBadge status={listingStatuses[listing.status]} />
      </span>
    );
  }
  if (!hasDraft || !senderDraft) return 'None yet';
  return (
    <>
      A draft, saved <LocalTime instant={senderDraft.updatedAt} />
    </>
  );
}

function Sent({ inquiry }: { inquiry: Inquiry }) {
  return (
    <Panel title="What Was Sent" icon="home">
      <FactList
        facts={[
          ['Wants to', inquiry.motivation],
          ['Property', inquiry.propertyName],
          ['Resort', inquiry.resortName],
          ['Location', inquiry.location],
          ['Unit', inquiry.unit],
          ['Ownership', inquiry.ownership],
          ['Week or season', inquiry.weekDetails],
          ['Asking price', formatTypedPrice(inquiry.askingPrice)],
        ]}
      />
      {inquiry.additionalDetails && (
        <div className="stack gap-2">
          <h3 className="text-16">Additional details</h3>
          <p className="breaks pre-wrap">{inquiry.additionalDetails}</p>
        </div>
      )}
    </Panel>
  );
}
