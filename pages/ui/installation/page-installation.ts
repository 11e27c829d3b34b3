import type { InstallationQuery } from '@parley/client/operations'

/** What the server has written into the page. */
type PageInstallation = Pick<
  NonNullable<InstallationQuery['installation']>,
  'signInRequired' | 'name' | 'accent' | 'termsUrl' | 'privacyUrl' | 'helpUrl' | 'notice'
>

const usual: PageInstallation = {
  signInRequired: false,
  name: 'Parley',
  accent: null,
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
  notice: null,
}

let read: PageInstallation | undefined

/** The settings of the installation as they were when the page was loaded: its first screen has them already. */
export function pageInstallation(): PageInstallation {
  const text = document.querySelector<HTMLMetaElement>('meta[name="installation"]')?.content
  read ??= { ...usual, ...(text ? (JSON.parse(text) as Partial<PageInstallation>) : undefined) }
  return read
}

/** Gives the page the colour of the installation. */
export function applyAccent(): void {
  const { accent } = pageInstallation()
  if (!accent) return
  const { style } = document.documentElement
  style.setProperty('--accent', `light-dark(${accent.light}, ${accent.dark})`)
  style.setProperty('--accent-soft', `light-dark(${accent.softLight}, ${accent.softDark})`)
}
