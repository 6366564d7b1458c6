import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { Testimonials_site$key } from '#web/__generated__/Testimonials_site.graphql.ts';
import { ReviewCard } from '#web/reviews/ReviewCard.tsx';
import { Section } from '#web/ui/layout/Section.tsx';
import styles from './Testimonials.module.css';

export function Testimonials({ site }: { site: Testimonials_site$key }) {
  const { testimonials } = useFragment<Testimonials_site$key>(
    graphql`
      fragment Testimonials_site on Site {
        testimonials {
          text
          about
          source
          sourceUrl
        }
      }
    `,
    site,
  );
  if (testimonials.length === 0) return null;
  return (
    <Voices>
      {testimonials.map(({ text, about, source, sourceUrl }) => (
        <li key={text}>
          <ReviewCard author={about} content={text} source={<a href={sourceUrl}>{source}</a>} />
        </li>
      ))}
    </Voices>
  );
}

/** Invented testimonials, for the sample site only. */
export const SampleTestimonials = () => (
  <Voices>
    {samples.map((testimonial) => (
      <li key={testimonial.author}>
        <ReviewCard rating={5} {...testimonial} />
      </li>
    ))}
  </Voices>
);

const Voices = ({ children }: { children: ReactNode }) => (
  <Section title="What Our Community Says">
    <ul className={`stack gap-5 ${styles.cards}`}>{children}</ul>
  </Section>
);

const samples = [
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
