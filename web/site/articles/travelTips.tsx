import { Link } from 'react-router-dom';
import type { Article } from './article.ts';

export const travelTips: Article = {
  path: '/travel-tips',
  title: 'Travel Tips',
  description:
    'How to choose a week, a unit and a resort when you rent a timeshare from its owner.',
  lead: 'A timeshare week is not a hotel night. A few things that make it a better holiday.',
  sections: () => [
    {
      id: 'when',
      heading: 'Choose the week first',
      body: (
        <ul>
          <li>
            Weeks usually begin on a Friday, Saturday or Sunday, the same day all year at one
            resort. Fit flights to the week, not the other way around.
          </li>
          <li>
            The weeks just before and after school holidays cost far less, with the same weather.
          </li>
          <li>
            For <Link to="/search?q=Thanksgiving">Thanksgiving</Link> and{' '}
            <Link to="/search?q=Christmas">Christmas</Link> look nine to twelve months ahead.
          </li>
        </ul>
      ),
    },
    {
      id: 'unit',
      heading: 'Read the unit, not just the resort',
      body: (
        <ul>
          <li>
            “Sleeps 6” often counts a sofa bed. Ask how many people fit in bedrooms with a door.
          </li>
          <li>
            A lock-off unit has two entrances: good for two families, less so for small children.
          </li>
          <li>A kitchen saves more than it seems; ask what is in it.</li>
        </ul>
      ),
    },
    {
      id: 'ask',
      heading: 'Ask before you book',
      body: (
        <ul>
          <li>Which fees are paid at the resort: parking, resort fee, cleaning, deposit?</li>
          <li>Whose name is on the reservation, and when will yours be?</li>
          <li>What happens if your plans change?</li>
        </ul>
      ),
    },
    {
      id: 'arrive',
      heading: 'When you arrive',
      body: (
        <p>
          Have the guest confirmation and an ID with the same name at hand. You may be invited to a
          sales presentation; it is never part of a rental, and “no, thank you” is enough.
        </p>
      ),
    },
  ],
};
