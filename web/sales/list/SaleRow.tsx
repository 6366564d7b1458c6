import { graphql, useFragment } from 'react-relay/hooks';
import type { SaleRow_sale$key } from '#web/__generated__/SaleRow_sale.graphql.ts';
import { TimeLeft } from '#web/bookings/TimeLeft.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { PictureRow, Todo } from '#web/ui/panels/PictureRow.tsx';
import { readerOf, standingOf, toneOf } from '../deal/dealWords.ts';
import { saleStatusWords } from '../saleStatusWords.ts';

export function SaleRow({ sale }: { sale: SaleRow_sale$key }) {
  const data = useFragment<SaleRow_sale$key>(
    graphql`
      fragment SaleRow_sale on Sale {
        databaseId
        title
        status
        side
        turn
        answerBy
        buyerName
        settlement
        signatures {
          side
        }
        steps {
          ...dealWords_step @relay(mask: false)
        }
        terms {
          price {
            formatted
          }
        }
        resort {
          name
          imageUrl
        }
      }
    `,
    sale,
  );
  const { status, turn, answerBy, resort, steps, settlement } = data;
  const confirmed = data.signatures.map(({ side }) => side);
  const reader = readerOf(data.side);
  const standing = standingOf({ status, turn, reader, confirmed, steps, settlement });
  const Line = standing.isOwn ? Todo : 'p';
  return (
    <PictureRow
      imageUrl={resort.imageUrl}
      to={`/sales/${data.databaseId}`}
      title={data.title}
      state={
        <>
          <StatusBadge status={{ tone: toneOf(status), label: saleStatusWords[status] ?? '' }} />
          <strong>{data.terms.at(-1)?.price?.formatted}</strong>
        </>
      }
    >
      <p>{resort.name}</p>
      <p>{data.side === 'SELLER' ? `You sell to ${data.buyerName}` : 'You buy'}</p>
      <p>{standing.title}</p>
      {status === 'AGREED' && <Line>{standing.text}</Line>}
      {standing.until !== undefined && answerBy && (
        <Line>
          {standing.until} <TimeLeft until={answerBy} />
        </Line>
      )}
    </PictureRow>
  );
}
