interface CancellationTermsProps {
  /** All refunds, highest first; only "Not refundable" without any. */
  steps: readonly string[];
}

const nothing = 'Not refundable';

/** Stands in place of the last sentence. */
const taxOnly = /^Only the occupancy tax/;

export const CancellationTerms = ({ steps }: CancellationTermsProps) => (
  <div>
    <h3>Cancellation</h3>
    {steps.map((step) => (
      <p key={step}>{step}</p>
    ))}
    {steps.some((step) => step !== nothing) && !steps.some((step) => taxOnly.test(step)) && (
      <p>After that, nothing is refunded</p>
    )}
  </div>
);
