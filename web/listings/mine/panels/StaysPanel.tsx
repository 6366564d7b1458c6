import { graphql, useFragment } from 'react-relay/hooks';
import type { StaysPanel_listing$key } from '#web/__generated__/StaysPanel_listing.graphql.ts';
import { formatStay } from '#web/ui/words/dates.ts';
import { sumInWords } from '#web/ui/words/money.ts';
import { plural } from '#common/numbers.ts';
import { Panel } from '#web/ui/panels/Panel.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';

export function StaysPanel({ listing }: { listing: StaysPanel_listing$key }) {
  const { stays, earned } = useFragment<StaysPanel_listing$key>(
    graphql`
      fragment StaysPanel_listing on OwnListing {
        earned {
          formatted
        }
        stays {
          checkIn
          checkOut
          guests
          totalPrice {
            formatted
          }
          isOnHold
        }
      }
    `,
    listing,
  );
  return (
    <Panel
      title="Booked nights and earnings"
      action={
        <strong className="teal bold text-22">
          {sumInWords(earned.map(({ formatted }) => formatted))}
        </strong>
      }
    >
      {stays.length === 0 ? (
        <p className="soft">
          No nights are booked yet. What confirmed stays bring will be added up here.
        </p>
      ) : (
        <ul className="full">
          {stays.map((stay) => (
            <li
              className="row gap-4 between padding-y-3 line-above"
              key={`${stay.checkIn} ${stay.isOnHold}`}
            >
              <div>
                <p className="semibold">{formatStay(stay.checkIn, stay.checkOut)}</p>
                <p className="soft">
                  {plural(stay.guests, 'guest')} · {stay.totalPrice.formatted}
                  {stay.isOnHold && ' once it is booked'}
                </p>
              </div>
              <StatusBadge status={stay.isOnHold ? onHold : booked} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const booked = { tone: 'good', label: 'Booked' } as const;
const onHold = { tone: 'open', label: 'On hold' } as const;
