import styles from './Developers.module.css';

interface SectionHeadingProps {
  id: string;
  level?: 'h2' | 'h3';
  children: string;
}

export function SectionHeading({ id, level: Heading = 'h2', children }: SectionHeadingProps) {
  return (
    <div className={`flex gap-2 baseline ${styles.heading}`}>
      <Heading id={id}>{children}</Heading>
      <a href={`#${id}`} aria-label={`Link to ${children}`}>
        #
      </a>
    </div>
  );
}
