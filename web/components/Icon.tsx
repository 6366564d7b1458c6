const paths = {
  arrowDown: 'M6 9l6 6 6-6',
  arrowLeft: 'M15 6l-6 6 6 6',
  arrowRight: 'M9 6l6 6-6 6',
  bed: 'M3.5 19v-13M3.5 16h17M20.5 19v-6.5a3 3 0 0 0-3-3h-7V16M7 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
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
  pool: 'M3 19c1.5 1.3 3 1.3 4.5 0s3-1.3 4.5 0 3 1.3 4.5 0 3-1.3 4.5 0M8 16V6a2.2 2.2 0 0 1 4.4 0M16 16V6a2.2 2.2 0 0 1 4.4 0M8 10.5h8',
  wifi: 'M3.5 9.5a12.5 12.5 0 0 1 17 0M6.5 13a8 8 0 0 1 11 0M9.5 16.3a3.8 3.8 0 0 1 5 0M12 19.5v.1',
  parking: 'M5 4h14v16H5zM10 16.5v-9h3a2.6 2.6 0 0 1 0 5.2h-3',
  restaurant:
    'M7 3.5v17M4.5 3.5V8A2.5 2.5 0 0 0 7 10.5 2.5 2.5 0 0 0 9.5 8V3.5M17 20.5V3.5c-2.4 1.2-3.5 4-3.5 8.5H17',
  spa: 'M12 20c-5 0-8-3-8.5-8 3.4.2 6 1.4 8.5 4.4 2.5-3 5.1-4.2 8.5-4.4-.5 5-3.5 8-8.5 8zM12 16.4c-2.6-3.7-2.6-8 0-12.4 2.6 4.4 2.6 8.7 0 12.4z',
  golf: 'M8 20.5V3.5l9 3.6-9 3.6M5 20.5h10M18 20.5v.1',
  fitness: 'M6.5 7v10M3.5 9.5v5M17.5 7v10M20.5 9.5v5M6.5 12h11',
  kids: 'M12 12.5a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM12 12.5v4l-1.6 1.6L13 20.5M10.6 7.2a2 2 0 0 1 1.4-.9',
  tennis:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6a8.5 8.5 0 0 1 0 12M18 6a8.5 8.5 0 0 0 0 12',
  sparkle: 'M12 3.5l2.2 6.3 6.3 2.2-6.3 2.2L12 20.5l-2.2-6.3L3.5 12l6.3-2.2z',
} as const;

export type IconName = keyof typeof paths;

interface IconProps {
  name: IconName;
  size?: number;
}

/** A decorative line icon; the words beside it carry the meaning. */
export function Icon({ name, size = 22 }: IconProps) {
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
      <path d={paths[name]} />
    </svg>
  );
}
