import styles from './WaveDivider.module.css';

export function WaveDivider() {
  return (
    <svg
      className={`full absolute ${styles.wave}`}
      viewBox="0 0 1440 48"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d="M0 26C180 -4 300 -4 480 22s300 26 480 0 300-26 480 4v22H0z" />
    </svg>
  );
}
