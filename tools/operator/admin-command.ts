import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Ask } from './ask.js'
import { expected } from './expected.js'
import { createKey } from './key-command.js'
import type { KeyCommand } from './key-command.js'
import { known, nameOf } from './known-account.js'

const adminShape = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  isGranted: z.boolean(),
  isListed: z.boolean(),
})
type Admin = z.output<typeof adminShape>

const standingShape = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  ban: z.object({ until: z.string().nullable() }).nullable(),
})

const changeShape = z.object({ changed: z.boolean(), adminCount: z.number(), admin: adminShape })

/** A parsed command of `npm run admin`. */
export type AdminCommand =
  | { readonly verb: 'list' }
  | { readonly verb: 'grant' | 'revoke'; readonly email: string }
  /** `until` is an instant of ISO 8601; without it the ban lasts until it is lifted. */
  | { readonly verb: 'ban'; readonly email: string; readonly reason?: string; readonly until?: string }
  | { readonly verb: 'unban'; readonly email: string }
  | KeyCommand
  /** Without a password one is generated. */
  | { readonly verb: 'create'; readonly email: string; readonly username: string; readonly password?: string }

/** Runs the command and returns its output. Throws Refusal. */
export function runAdminCommand(command: AdminCommand, ask: Ask): Promise<string> {
  switch (command.verb) {
    case 'list':
      return list(ask)
    case 'create':
      return create(ask, command)
    case 'grant':
      return grant(ask, command.email)
    case 'revoke':
      return revoke(ask, command.email)
    case 'ban':
      return ban(ask, command)
    case 'unban':
      return unban(ask, command.email)
    case 'key create':
      return createKey(ask, command)
  }
}

async function list(ask: Ask): Promise<string> {
  const admins = z.array(adminShape).parse(expected(await ask('GET', '/admins')))
  if (admins.length === 0) return 'There is no administrator.'
  return admins.map((admin) => `${nameOf(admin)}: ${reasonsOf(admin)}`).join('\n')
}

function reasonsOf({ isGranted, isListed, emailVerified }: Admin): string {
  const listed = emailVerified ? 'in ADMIN_EMAILS' : 'in ADMIN_EMAILS, which counts once the address is verified'
  return [...(isGranted ? ['granted'] : []), ...(isListed ? [listed] : [])].join(', ')
}

async function create(ask: Ask, command: Extract<AdminCommand, { verb: 'create' }>): Promise<string> {
  const { email, username, password = randomBytes(18).toString('base64url') } = command
  const made = adminShape.parse(expected(await ask('POST', '/admins', { email, username, password })))
  const sentence = `${nameOf(made)} is created and is an administrator.`
  return command.password === undefined ? `${sentence}\nPassword, shown this once: ${password}` : sentence
}

async function grant(ask: Ask, email: string): Promise<string> {
  const { changed, admin } = await setRole(ask, email, 'ADMIN')
  if (!changed) return `${nameOf(admin)} was an administrator already.`
  // anyone can register with an address of another person
  const doubt = admin.emailVerified
    ? ''
    : '\nThe address is not verified: make sure that the account is whose you think.'
  return `${nameOf(admin)} is an administrator now.${doubt}`
}

async function revoke(ask: Ask, email: string): Promise<string> {
  const { changed, admin, adminCount } = await setRole(ask, email, 'USER')
  if (admin.isAdmin) return `${nameOf(admin)} stays an administrator: ADMIN_EMAILS has the address. Remove it there.`
  const none = adminCount === 0 ? '\nNo administrator is left: npm run admin -- grant EMAIL makes one.' : ''
  return `${nameOf(admin)} ${changed ? 'is no longer an administrator' : 'was not an administrator'}.${none}`
}

async function setRole(ask: Ask, email: string, role: 'ADMIN' | 'USER'): Promise<z.output<typeof changeShape>> {
  const answer = await ask('PUT', '/admins/role', { email, role })
  return changeShape.parse(expected(known(answer, email)))
}

async function ban(ask: Ask, { email, reason, until }: Extract<AdminCommand, { verb: 'ban' }>): Promise<string> {
  const answer = await ask('PUT', '/bans', { email, reason, until })
  const account = standingShape.parse(expected(known(answer, email)))
  const end = account.ban?.until ? ` until ${account.ban.until}` : ''
  return `${nameOf(account)} is banned${end}. Every session of it has ended.`
}

async function unban(ask: Ask, email: string): Promise<string> {
  const account = standingShape.parse(expected(known(await ask('POST', '/bans/lift', { email }), email)))
  return `${nameOf(account)} is not banned: it may sign in.`
}
