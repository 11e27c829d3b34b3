import type { InstallationQuery } from '@parley/client/operations'

type Installation = NonNullable<InstallationQuery['installation']>
/** What the server has written into the page. */
type PageInstallation = Pick<Installation, 'signInRequired'>

const usual: PageInstallation = { signInRequired: false }

let read: PageInstallation | undefined

/** The settings of the installation as they were when the page was loaded: it shows nothing else before the server answers. */
export function pageInstallation(): PageInstallation {
  const text = document.querySelector<HTMLMetaElement>('meta[name="installation"]')?.content
  read ??= { ...usual, ...(text ? (JSON.parse(text) as Partial<PageInstallation>) : undefined) }
  return read
}
