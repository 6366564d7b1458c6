export const settingsPath = '/dashboard/settings';

/** The first stands at the page's own address. */
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

/** @param name as the address has it: nothing stands for the first */
export const sectionOf = (name = 'profile'): SettingsSection | undefined =>
  settingsSections.find((section) => section.name === name);
