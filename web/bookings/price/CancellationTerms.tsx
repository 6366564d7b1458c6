interface CancellationTermsProps {
  /** All refunds, highest first; only "Not refundable" without any. */
  steps: readonly string[];
}

const nothing = 'Not refundable';

export const CancellationTerms = ({ steps }: CancellationTermsProps) => (
  <div>
    <h3>Cancellation</h3>
    {steps.map((step) => (
      <p key={step}>{step}</p>
    ))}
    {steps.some((step) => step !== nothing) && <p>After that, nothing is refunded</p>}
  </div>
);
