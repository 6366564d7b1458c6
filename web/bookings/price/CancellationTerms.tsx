interface CancellationTermsProps {
  /** All refunds, highest first; "Not refundable" alone if there are none. */
  steps: readonly string[];
}

const nothing = 'Not refundable';

/** What cancelling gives back, by when, to the last day. */
export const CancellationTerms = ({ steps }: CancellationTermsProps) => (
  <div>
    <h3>Cancellation</h3>
    {steps.map((step) => (
      <p key={step}>{step}</p>
    ))}
    {steps.some((step) => step !== nothing) && <p>After that, nothing is refunded</p>}
  </div>
);
