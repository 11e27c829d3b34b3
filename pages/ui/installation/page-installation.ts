import type { InstallationQuery } from '@parley/client/operations'
import { serverPath } from '../navigation/server-url.js'

/** What the server has written into the page. */
type PageInstallation = Pick<
  NonNullable<InstallationQuery['installation']>,
  | 'signInRequired'
  | 'shareLinks'
  | 'messageLimit'
  | 'name'
  | 'logoUrl'
  | 'accent'
  | 'termsUrl'
  | 'privacyUrl'
  | 'helpUrl'
  | 'notice'
> & {
  /** Of the console: where the chat page is, which can be relative to the server of this page; null where none is known. */
  readonly chatUrl: string | null
}

const usual: PageInstallation = {
  signInRequired: false,
  shareLinks: false,
  messageLimit: 32_000,
  name: 'Parley',
  logoUrl: null,
  accent: null,
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
  notice: null,
  chatUrl: null,
}

let read: PageInstallation | undefined

/** The settings of the installation as they were when the page was loaded: its first screen has them already. */
export function pageInstallation(): PageInstallation {
  const text = document.querySelector<HTMLMetaElement>('meta[name="installation"]')?.content
  read ??= { ...usual, ...(text ? (JSON.parse(text) as Partial<PageInstallation>) : undefined) }
  return read
}

/** The address of the logo at the server of this page; null without one. */
export function logoAddress(): string | null {
  const url = pageInstallation().logoUrl
  return url === null ? null : ownLogoAddress(url)
}

/** The address of a logo at the server of this page, which its policy allows. */
export const ownLogoAddress = (logoUrl: string): string => serverPath(`installation-logo${new URL(logoUrl).search}`)

/** Gives the page the colour and the icon of the installation. */
export function applyLook(): void {
  const { accent } = pageInstallation()
  const logo = logoAddress()
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (logo !== null && icon) {
    icon.removeAttribute('type')
    icon.href = logo
    // a phone reads the icons of the manifest then
    document.querySelector('link[rel="apple-touch-icon"]')?.remove()
  }
  if (!accent) return
  const { style } = document.documentElement
  style.setProperty('--accent', `light-dark(${accent.light}, ${accent.dark})`)
  style.setProperty('--accent-soft', `light-dark(${accent.softLight}, ${accent.softDark})`)
}
