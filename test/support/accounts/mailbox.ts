import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser, type ParsedMail } from 'mailparser'
import type { TestApp } from '../app/app.js'

/** The mails that an app without an SMTP server has written, oldest first; with `to`, only those of that recipient. */
export async function mailsOf(app: TestApp, to?: string): Promise<ParsedMail[]> {
  await app.app.product.verification.idle()
  await app.app.product.accountNotices.idle()
  const folder = join(app.dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).sort()
  const mails = await Promise.all(files.map((name) => mailIn(join(folder, name))))
  return mails.filter((mail) => to === undefined || recipientsOf(mail).includes(to))
}

const parsed = new Map<string, Promise<ParsedMail>>()

function mailIn(path: string): Promise<ParsedMail> {
  const mail = parsed.get(path) ?? simpleParser(readFileSync(path))
  parsed.set(path, mail)
  return mail
}

export function recipientsOf({ to }: ParsedMail): string[] {
  const fields = Array.isArray(to) ? to : to ? [to] : []
  return fields.flatMap(({ value }) => value.map(({ address = '' }) => address))
}

/** The code in a mail; the text and the HTML contain the same one. */
export function codeIn({ text = '', html }: ParsedMail): string {
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
  if (code === '' || !String(html).includes(code)) throw new Error('a mail without a code')
  return code
}

/** The newest code that was mailed to an address. */
export async function lastCode(app: TestApp, to: string): Promise<string> {
  const mail = (await mailsOf(app, to)).findLast(({ text = '' }) => /^ +\d{6}$/m.test(text))
  if (!mail) throw new Error(`no mail to ${to}`)
  return codeIn(mail)
}

/** A code that differs from this one. */
export function wrongCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}
