export const settingsPath = '/dashboard/settings';

/** The first section has the page's own path. */
export const settingsSections = [
  { name: 'profile', label: 'Profile', path: settingsPath },
  { name: 'email', label: 'Email', path: `${settingsPath}/email` },
  { name: 'password', label: 'Password', path: `${settingsPath}/password` },
  { name: 'sessions', label: 'Sessions', path: `${settingsPath}/sessions` },
  { name: 'notifications', label: 'Notifications', path: `${settingsPath}/notifications` },
  { name: 'data', label: 'Your Data', path: `${settingsPath}/data` },
  { name: 'close', label: 'Close Account', path: `${settingsPath}/close` },
] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** @param name From the URL. Defaults to the first section. */
export const sectionOf = (name = 'profile'): SettingsSection | undefined =>
  settingsSections.find((section) => section.name === name);
