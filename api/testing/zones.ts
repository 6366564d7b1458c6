/** Time zones in which this process and its database may be set. */
export const zones = ['UTC', 'Pacific/Honolulu', 'Pacific/Kiritimati'];

const given = { TZ: process.env['TZ'], PGOPTIONS: process.env['PGOPTIONS'] };

/** Sets this process, and databases that it connects to from now on, to a time zone. */
export function enterZone(zone: string): void {
  process.env['TZ'] = zone;
  process.env['PGOPTIONS'] = `-c TimeZone=${zone}`;
}

/** Undoes `enterZone`. */
export function leaveZone(): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}
