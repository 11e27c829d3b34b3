/** The time zone of the browser, for messages; none where it does not know one. */
export function browserTimeZone(): { readonly timeZone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  // a browser calls a zone that it cannot find `Etc/Unknown`, and older ones name none
  return !timeZone || timeZone === 'Etc/Unknown' ? {} : { timeZone }
}
