export const partNames: Readonly<Record<string, string>> = {
  DATABASE: 'Database',
  JOBS: 'Jobs',
  MAIL: 'Mail',
  STORAGE: 'Storage',
};
