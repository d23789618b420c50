/** Date, time to the second and zone: "1 March 2022 at 01:00:00 CET". A fraction of a second is added where there is one. */
export function exactMomentText(value: string, language: string, utc: boolean): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    ...(utc ? { timeZone: 'UTC' } : {}),
  }).format(Date.parse(value));
  const fraction = /\.(\d*[1-9])0*Z$/.exec(value)?.[1];
  return fraction === undefined ? text : text.replace(/(:\d\d)(?!.*:\d\d)/, `$1.${fraction}`);
}
