import { ReviewCard } from '../../reviews/ReviewCard.tsx';
import { useSiteFacts } from '../../shell/siteFacts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import styles from './Testimonials.module.css';

const testimonials = [
  {
    author: 'Margaret Ellis',
    memberSince: 2016,
    content:
      'We rented a two-bedroom villa near the parks for less than a hotel room would have cost. The owner answered every question, and the week was exactly as described.',
  },
  {
    author: 'Daniel Okafor',
    memberSince: 2019,
    content:
      'I listed our Aruba week when we couldn’t travel, and it found a family within days. Knowing the ownership is checked made all the difference to them, and to us.',
  },
  {
    author: 'Priya Raman',
    timeAgo: '2 weeks ago',
    content:
      'Searching by brand and by place in one box is so much easier than ringing around. We compared four resorts in Hawaii in an evening and booked the one with the reef.',
  },
];

/** Invented voices, which only the sample site shows. */
export function Testimonials() {
  const { holdsSampleData } = useSiteFacts();
  if (!holdsSampleData) return null;
  return (
    <Section title="What Our Community Says">
      <ul className={styles.cards}>
        {testimonials.map((testimonial) => (
          <li key={testimonial.author}>
            <ReviewCard rating={5} {...testimonial} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
