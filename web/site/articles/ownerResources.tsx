import { Link } from 'react-router-dom';
import type { Article } from './article.ts';

export const ownerResources: Article = {
  path: '/owner-resources',
  title: 'Owner Resources',
  description: 'What to prepare, how to price and how to sell or rent out a timeshare week safely.',
  lead: 'What owners should know before they rent out a week, or let it go.',
  sections: () => [
    {
      id: 'prepare',
      heading: 'What to have at hand',
      body: (
        <ul>
          <li>The deed or membership contract, with the names of all owners.</li>
          <li>Resort, unit, week or season, and how often you own it: every year, odd or even.</li>
          <li>This year&apos;s maintenance fee, and whether it is paid.</li>
          <li>A loan that is left on it, if there is one.</li>
        </ul>
      ),
    },
    {
      id: 'price',
      heading: 'Finding a price',
      body: (
        <>
          <p>
            For a rental, look at what <Link to="/search?type=rent">comparable weeks</Link> cost a
            night, and stay below the resort&apos;s own rate. Dates near a holiday carry more; a
            week that is close carries less each day.
          </p>
          <p>
            For a sale, what counts is what buyers pay today, not what you once paid. Many weeks
            sell for a small part of the first price; some are worth more to rent out.
          </p>
        </>
      ),
    },
    {
      id: 'rent-or-sell',
      heading: 'Rent out or sell?',
      body: (
        <ul>
          <li>Rent it out when you may want it back, or the fee is covered by a good week.</li>
          <li>Sell it when you no longer use it and the fees keep rising.</li>
          <li>Ask your resort about taking it back. Some do, and it may be the simplest way.</li>
        </ul>
      ),
    },
    {
      id: 'how',
      heading: 'How it works here',
      body: (
        <ul>
          <li>
            <Link to="/create-listing">List your week yourself</Link> in five minutes, with its
            price and your contract.
          </li>
          <li>
            Or <Link to="/search?type=sell">submit your property</Link>, and we call you within 24
            hours and agree on the price and the next steps.
          </li>
          <li>We verify the ownership, and publish.</li>
          <li>
            Escrow holds the money until the stay is certain or the title is transferred. See{' '}
            <Link to="/safety">Safety &amp; Trust</Link>.
          </li>
        </ul>
      ),
    },
  ],
};
