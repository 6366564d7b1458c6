import { useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type {
  DealScreen_sale$data,
  DealScreen_sale$key,
} from '#web/__generated__/DealScreen_sale.graphql.ts';
import type { DealScreenSubscription } from '#web/__generated__/DealScreenSubscription.graphql.ts';
import type { PayDeposit_site$key } from '#web/__generated__/PayDeposit_site.graphql.ts';
import { PriceList } from '#web/bookings/price/PriceList.tsx';
import { RefundDetailsForm } from '#web/bookings/price/RefundDetailsForm.tsx';
import { useLive } from '#web/relay/useLive.ts';
import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { BackLink } from '#web/ui/layout/BackLink.tsx';
import layout from '#web/ui/layout/DetailPage.module.css';
import { FactList } from '#web/ui/panels/FactList.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { Timeline, TimelineNote, TimelineStep } from '#web/ui/panels/Timeline.tsx';
import { formatLongDay } from '#web/ui/words/dates.ts';
import { LocalTime } from '#web/ui/words/LocalTime.tsx';
import { MaskedText } from '#web/ui/words/MaskedText.tsx';
import { saleStatusWords } from '../saleStatusWords.ts';
import { Closing } from './Closing.tsx';
import { DealStatus } from './DealStatus.tsx';
import { moveWords, readerOf, refundWords, sides, toneOf, type Reader } from './dealWords.ts';
import { PartnerLink } from './PartnerLink.tsx';

interface DealScreenProps {
  sale: DealScreen_sale$key;
  site: PayDeposit_site$key;
}

export function DealScreen({ sale, site }: DealScreenProps) {
  const data = useFragment<DealScreen_sale$key>(saleFragment, sale);
  const { databaseId, title, resort, status, termSheet } = data;
  const reader = readerOf(data.side);
  const [firstStatus] = useState(status);
  useLive<DealScreenSubscription>(subscription, databaseId);
  return (
    <div className={`content ${layout.page}`}>
      <BackLink to={reader === 'TEAM' ? '/admin/sales' : '/dashboard/sales'}>
        {reader === 'TEAM' ? 'Sales' : 'My Offers and Sales'}
      </BackLink>
      <header className={layout.head}>
        <img src={resort.imageUrl} alt="" width="180" height="120" />
        <div className={`stack gap-2 to-left breaks ${layout.title}`}>
          <StatusBadge status={{ tone: toneOf(status), label: saleStatusWords[status] ?? '' }} />
          <h1>{title}</h1>
          <p className="soft">
            <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>, {resort.location}
          </p>
        </div>
      </header>
      <p className="visuallyHidden" role="status">
        {status !== firstStatus && saleStatusWords[status]}
      </p>
      <div className={layout.columns}>
        <div className="stack gap-5 shrink">
          <DealStatus sale={data} />
          {data.asksRefundDetails && reader === 'BUYER' && (
            <Panel title="Your refund">
              <RefundDetailsForm saleId={databaseId} />
            </Panel>
          )}
          <Closing sale={data} site={site} />
          <Panel title="The latest terms">
            <FactList
              facts={termSheet.facts.map(({ label, text }) => [
                label,
                <MaskedText key={label} text={text} />,
              ])}
            />
            {termSheet.hash != null && (
              <ButtonAnchor
                href={`/api/sales/${databaseId}/terms`}
                download
                variant="quiet"
                startIcon={<Icon name="document" size={20} />}
              >
                Term Sheet as PDF
              </ButtonAnchor>
            )}
            <EarlierTerms terms={data.terms.slice(0, -1)} />
          </Panel>
        </div>
        <div className="stack gap-5 shrink">
          <Sums termSheet={termSheet} reader={reader} />
          {reader === 'TEAM' && data.agreedAt != null && <PartnerLink sale={data} />}
          <Panel title="What happened">
            <Events sale={data} reader={reader} />
          </Panel>
        </div>
      </div>
    </div>
  );
}

interface SumsProps {
  termSheet: DealScreen_sale$data['termSheet'];
  reader: Reader;
}

function Sums({ termSheet, reader }: SumsProps) {
  const { buyerLines, buyerTotal, sellerLines, sellerTotal } = termSheet;
  const hasUnknown = [...buyerLines, ...sellerLines].some(({ amount }) => amount == null);
  const lines = (of: typeof buyerLines) =>
    of.map(({ label, amount }) => ({ label, price: amount?.formatted ?? 'Not known yet' }));
  return (
    <>
      {reader !== 'SELLER' && (
        <Panel title={reader === 'BUYER' ? 'What you pay' : 'What the buyer pays'}>
          <PriceList lines={lines(buyerLines)} total={buyerTotal.formatted} />
          {hasUnknown && <p className="quiet">{unknownCosts}</p>}
        </Panel>
      )}
      {reader !== 'BUYER' && (
        <Panel title={reader === 'SELLER' ? 'What you get' : 'What the seller gets'}>
          <PriceList lines={lines(sellerLines)} total={sellerTotal.formatted} />
          {hasUnknown && <p className="quiet">{unknownCosts}</p>}
        </Panel>
      )}
    </>
  );
}

const unknownCosts = 'Costs that are not known yet are not in the total.';

function EarlierTerms({ terms }: { terms: DealScreen_sale$data['terms'] }) {
  if (terms.length === 0) return null;
  return (
    <details className="full">
      <summary>Earlier terms</summary>
      <ol className="stack gap-4 margin-top-3">
        {terms.toReversed().map(({ number, side, at, price, deposit, closingOn, note }) => (
          <li key={number} className="stack gap-1 breaks">
            <strong>
              {sides[side]}: {price?.formatted}
            </strong>
            <span>
              Deposit {deposit?.formatted}, closing on {formatLongDay(closingOn)}
            </span>
            {note && (
              <span className="pre-line">
                <MaskedText text={note} />
              </span>
            )}
            <span className="quiet">
              <LocalTime instant={at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const parties: Readonly<Partial<Record<string, string>>> = {
  ...sides,
  TEAM: 'Our team',
  PARTNER: 'Escrow partner',
  PROVIDER: 'Payment provider',
};

/** Who made a move; the partner by its link, unless a signed event told it. */
const whoMoved = (party: string, move: string, reader: Reader): string => {
  const who = party === reader ? 'You' : (parties[party] ?? '');
  return party === 'PARTNER' && move in moveWords ? `${who}, by link` : who;
};

const isRefused = (move: string): boolean => move === 'REFUSED' || move === 'CAME_BACK';

interface EventsProps {
  sale: DealScreen_sale$data;
  reader: Reader;
}

function Events({ sale: { events, refundSteps }, reader }: EventsProps) {
  const refunds = refundSteps.map(({ status, amount, at }) => ({
    move: status,
    party: status === 'TRANSFERRED' ? 'TEAM' : 'PROVIDER',
    note: null,
    at,
    ...refundWords(status, amount.formatted, reader),
  }));
  return (
    <Timeline>
      {[...events, ...refunds]
        .toSorted((one, other) => one.at.localeCompare(other.at))
        .map(({ move, party, title, means, note, at }) => (
          <TimelineStep
            key={`${move} ${at}`}
            {...(isRefused(move)
              ? { tone: 'bad', icon: 'close' }
              : { tone: 'good', icon: 'check' })}
            title={title}
            when={
              <>
                {party !== 'CLOCK' && `${whoMoved(party, move, reader)} · `}
                <LocalTime instant={at} />
              </>
            }
          >
            <p>{means}</p>
            {note && (
              <TimelineNote>
                <MaskedText text={note} />
              </TimelineNote>
            )}
          </TimelineStep>
        ))}
    </Timeline>
  );
}

const saleFragment = graphql`
  fragment DealScreen_sale on Sale {
    databaseId
    title
    status
    side
    agreedAt
    resort {
      databaseId
      name
      location
      imageUrl
    }
    termSheet {
      hash
      facts {
        label
        text
      }
      buyerLines {
        label
        amount {
          formatted
        }
      }
      buyerTotal {
        formatted
      }
      sellerLines {
        label
        amount {
          formatted
        }
      }
      sellerTotal {
        formatted
      }
    }
    terms {
      number
      side
      at
      price {
        formatted
      }
      deposit {
        formatted
      }
      closingOn
      note
    }
    events {
      move
      party
      title
      means
      note
      at
    }
    asksRefundDetails
    refundSteps {
      status
      at
      amount {
        formatted
      }
    }
    ...Closing_sale
    ...DealStatus_sale
    ...PartnerLink_sale
  }
`;

const subscription = graphql`
  subscription DealScreenSubscription($id: ID!) {
    saleChanged(id: $id) {
      sale {
        ...DealScreen_sale
      }
    }
  }
`;
