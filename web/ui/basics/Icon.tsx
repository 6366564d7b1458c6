const paths = {
  arrowDown: 'M6 9l6 6 6-6',
  arrowLeft: 'M15 6l-6 6 6 6',
  arrowRight: 'M9 6l6 6-6 6',
  document: 'M6 3.5h8L18.5 8v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4',
  flag: 'M6 21V4M6 4.5c4-2.4 8 2.4 12 0v9c-4 2.4-8-2.4-12 0',
  pencil: 'M4.5 19.5l.9-4L16 4.9a1.9 1.9 0 0 1 2.7 0l.4.4a1.9 1.9 0 0 1 0 2.7L8.5 18.6zM14 7l3 3',
  share: 'M12 14.5V4M8 7.5L12 3.5l4 4M6 11.5H5v9h14v-9h-1',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  pin: 'M12 21s-7-6.2-7-11.2A7 7 0 0 1 19 9.8C19 14.8 12 21 12 21zM12 12.2a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
  filter:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  map: 'M4 6.5l5.5-2.5 5 2.5L20 4v13.5L14.5 20l-5-2.5L4 20zM9.5 4v13.5M14.5 6.5V20',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 4h4M7 7l.8 13h8.4L17 7M10 11v5.5M14 11v5.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone:
    'M6 4h3l1.6 4.2-2 1.4a11 11 0 0 0 5.8 5.8l1.4-2L20 15v3a2 2 0 0 1-2.2 2A15.5 15.5 0 0 1 4 6.2 2 2 0 0 1 6 4z',
  calendar: 'M5 6h14v14H5zM5 10.5h14M9 3.5V8M15 3.5V8',
  heart: 'M12 20s-8-4.8-8-10.4A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.6C20 15.2 12 20 12 20z',
  home: 'M4 11l8-7 8 7v9h-5.5v-5.5h-5V20H4z',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  key: 'M8.5 15.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM12.6 12.6L21 12.6M18 12.6v3.6M15 12.6v2.4',
  chat: 'M4 5h16v11H10l-4.5 4v-4H4z',
  shield: 'M12 3.5l7.5 2.8v5c0 4.6-3 7.6-7.5 9.2-4.5-1.6-7.5-4.6-7.5-9.2v-5z',
  compass: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM15.5 8.5l-2 5-5 2 2-5z',
  beach:
    'M4 20h16M12 20V9.5M4.5 11.5a7.8 7.8 0 0 1 15 0c-2.4-1.6-5-1.6-7.5 0-2.5-1.6-5.1-1.6-7.5 0z',
  facebook:
    'M14.5 4h2.2v3.3h-2c-.8 0-1.2.4-1.2 1.2v2.2h3l-.5 3.3h-2.5v6.5H10V14H7.3v-3.3H10V8.2C10 5.5 11.6 4 14.5 4z',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 15.7a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM16.7 7.3v.1',
  youtube:
    'M7 5.5h10a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4zM10.2 9.2v5.6L15 12z',
  upload: 'M12 15.5V4.5M8 8l4-4 4 4M5 15v4.5h14V15',
  download: 'M12 4.5v11M8 12l4 4 4-4M5 15v4.5h14V15',
  sparkle: 'M12 3.5l2.2 6.3 6.3 2.2-6.3 2.2L12 20.5l-2.2-6.3L3.5 12l6.3-2.2z',
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return <Drawing path={paths[name]} size={size} />;
}

/** A line icon of a single page, kept out of other pages' scripts. */
export function Drawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
