import { expect, it } from 'vitest';
import { SiteFactsContext } from '../../shell/siteFacts.ts';
import { renderWithRelay } from '../../testing/renderWithRelay.tsx';
import { ClosingCall } from './ClosingCall.tsx';
import { Testimonials } from './Testimonials.tsx';
import { TrustStrip } from './TrustStrip.tsx';

const renderOn = (holdsSampleData: boolean) =>
  renderWithRelay(
    <SiteFactsContext value={{ holdsSampleData, takesPayments: true }}>
      <TrustStrip />
      <Testimonials />
      <ClosingCall />
    </SiteFactsContext>,
  );

it('a real site claims no ratings, voices or trust of the samples', () => {
  const { container } = renderOn(false);
  expect(container).not.toHaveTextContent(/6,808|BBB|Margaret|most trusted/);
});

it('the sample site shows the figures and voices', () => {
  const { container } = renderOn(true);
  for (const text of ['based on 6,808 reviews', 'BBB rating', 'Margaret Ellis', 'most trusted']) {
    expect(container).toHaveTextContent(text);
  }
});
