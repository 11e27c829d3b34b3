let accountTimeZone: string | null = null

/** The zone that the account has chosen for all of its messages; null without one. */
export const keepAccountTimeZone = (timeZone: string | null): void => void (accountTimeZone = timeZone)

/** The time zone of the browser, for messages; none where it does not know one, and where the account has chosen one. */
export function browserTimeZone(): { readonly timeZone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  // a browser calls a zone that it cannot find `Etc/Unknown`, and older ones name none
  return accountTimeZone !== null || !timeZone || timeZone === 'Etc/Unknown' ? {} : { timeZone }
}
