import { z } from 'zod'
import { accentFault } from '../../accent.js'
import { patterns } from '../../limits.js'
import { logoOf, logoSentence, logoText } from '../../logo.js'
import type { GivenSettings } from '../given-settings.js'
import { parsed, text } from '../rules.js'
import { bytesOfFile } from '../setting-file.js'

const isLine = (value: string, most: number) => patterns.identifying.test(value) && [...value].length <= most

/** `INSTALLATION_NAME` */
export const installationName = text(
  'must have 1 to 40 characters on one line, without invisible ones and outer spaces',
  (value) => value.trim() !== '' && value.trim() === value && isLine(value, 40),
)

/** `INSTALLATION_NOTICE` */
export const noticeText = text(
  'must have at most 300 characters on one line, without invisible ones',
  (value) => isLine(value, 300) && value.trim() === value,
)

/** `TERMS_URL`, `PRIVACY_URL` and `HELP_URL`: a browser follows it, so it names no script. */
export const pageAddress = text(
  'must be an address that begins with http:// or https://, or a path that begins with one /, of at most 1,000 characters',
  (value) => value === '' || (value.length <= 1_000 && (isWebAddress(value) || isPath(value))),
)

const isWebAddress = (value: string) => /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i.test(value) && URL.canParse(value)
/** Browsers read a second slash, or a backslash, as the beginning of another host. */
const isPath = (value: string) => /^\/(?![/\\])[^\s\\]*$/.test(value) && URL.canParse(value, 'https://chat.example')

/** `ACCENT_COLOR`, in lower case */
export const accentColor = text('must be a colour in the form #1f6f5c', /^(#[0-9a-f]{6})?$/i)
  .transform((value) => value.toLowerCase())
  .pipe(
    z.string().superRefine((value, context) => {
      const fault = value === '' ? undefined : accentFault(value)
      if (fault !== undefined) context.addIssue(fault)
    }),
  )

/** `INSTALLATION_LOGO` as it is stored: a `data:` URL, or nothing. */
export const logo = parsed(logoSentence, (value) => (value === '' ? null : logoOf(value)))

/** The stored form of the file that `INSTALLATION_LOGO` names. Worker processes may have the variable, but not the file. */
export function logoOfFile(given: GivenSettings): string {
  const { INSTALLATION_LOGO: path, ROLES: roles } = given.values
  if (path === '' || !(roles.includes('app') || roles.includes('admin'))) return ''
  const refuse = (sentence: string) => given.refuse('INSTALLATION_LOGO', sentence)
  const bytes = bytesOfFile(path, { maxMiB: 1, refuse })
  const value = bytes && logoText(bytes)
  if (bytes && value === undefined) refuse(logoSentence)
  return value ?? ''
}
