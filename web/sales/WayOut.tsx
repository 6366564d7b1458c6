import { graphql, useFragment } from 'react-relay/hooks';
import type { WayOut_deedBack$key } from '#web/__generated__/WayOut_deedBack.graphql.ts';
import { formatDay } from '#web/ui/words/dates.ts';

/** How the resort takes timeshares back, and how the team knows. */
export function WayOut({ deedBack }: { deedBack: WayOut_deedBack$key }) {
  const { terms, source, recordedOn } = useFragment<WayOut_deedBack$key>(
    graphql`
      fragment WayOut_deedBack on DeedBack {
        terms
        source
        recordedOn
      }
    `,
    deedBack,
  );
  return (
    <p className="breaks pretty">
      <strong>The resort takes timeshares back:</strong> {terms}{' '}
      <span className="quiet">
        ({source}, {formatDay(recordedOn)})
      </span>
    </p>
  );
}
