/** Returns an agreement's version as people read it: a date such as “November 26, 2026”, or any other version unchanged. */
export function versionText(version: string): string {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(version) ? version : Number.NaN);
  if (Number.isNaN(date.getTime())) return version;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
