import { Suspense } from 'react';
import { useLoaderData, useParams } from 'react-router-dom';
import type { inquiryPageLoaderQuery } from '#web/__generated__/inquiryPageLoaderQuery.graphql.ts';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { formatTypedPrice } from '#web/ui/words/money.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { FactList } from '#web/admin/facts/FactList.tsx';
import { InquiryActions } from './InquiryActions.tsx';
import { InquiryHistory } from './InquiryHistory.tsx';
import styles from './InquiryPage.module.css';
import { inquiryPageQuery, type Inquiry, type InquiryPageData } from './inquiryPageLoader.ts';
import { inquiryStatuses } from './inquiryStatuses.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';

export { loadInquiryPage as loadPage } from './inquiryPageLoader.ts';

export function Page() {
  const data = useLoaderData<InquiryPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<AdminSkeleton title="Inquiry" />}>
      <InquiryScreen {...data} />
    </Suspense>
  );
}

function InquiryScreen({ reference }: InquiryPageData) {
  const { site, inquiry } = useOwnedPreloadedQuery<inquiryPageLoaderQuery>(
    inquiryPageQuery,
    reference,
  );
  const refresh = useRefresh(inquiryPageQuery, reference);
  if (!inquiry) {
    return (
      <AdminFrame title="Inquiry">
        <PageMeta title={`Inquiry not found | ${site.title}`} status={404} />
        <EmptyState
          title="Inquiry not found"
          action={
            <ButtonLink to="/admin/inquiries" variant="contained">
              Back to the Inquiries
            </ButtonLink>
          }
        >
          <p>There is no inquiry at this address. Its sender may have closed their account.</p>
        </EmptyState>
      </AdminFrame>
    );
  }
  return (
    <AdminFrame
      title={inquiry.propertyName}
      subtitle={
        <span className={styles.subtitle}>
          <StatusBadge status={inquiryStatuses[inquiry.status]} />
          <span>
            Sent by {inquiry.senderName}, <LocalTime instant={inquiry.createdAt} />
          </span>
        </span>
      }
      actions={<BackLink to="/admin/inquiries">All inquiries</BackLink>}
    >
      <PageMeta title={`${inquiry.propertyName} | Inquiries | ${site.title}`} />
      <div className={styles.sides}>
        <div className={styles.side}>
          <Sent inquiry={inquiry} />
          <InquiryHistory inquiry={inquiry} refresh={refresh} />
        </div>
        <div className={styles.side}>
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
              ]}
            />
          </Panel>
        </div>
      </div>
    </AdminFrame>
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
        <div className={styles.details}>
          <h3>Additional details</h3>
          <p className={styles.text}>{inquiry.additionalDetails}</p>
        </div>
      )}
    </Panel>
  );
}
