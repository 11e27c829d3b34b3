import { parseArgs } from 'node:util'
import { Refusal } from '../command.js'
import type { AdminCommand } from './admin-command.js'

const usage = `npm run admin -- create EMAIL [--username NAME] [--password-stdin]
                 grant EMAIL
                 revoke EMAIL
                 list
Without --password-stdin a password is made and shown once.`

/** What the arguments ask for; the password comes from `readInput`. Throws Refusal with the usage. */
export async function readAdminCommand(
  args: readonly string[],
  readInput: () => Promise<string>,
): Promise<AdminCommand> {
  const { verb, email, username, isPasswordSent } = parsed(args)
  const isAlone = username === undefined && !isPasswordSent
  if (verb === 'list' && email === undefined && isAlone) return { verb }
  if ((verb === 'grant' || verb === 'revoke') && email !== undefined && isAlone) return { verb, email }
  if (verb !== 'create' || email === undefined) throw new Refusal(usage, 64)
  const name = username ?? email.split('@')[0] ?? ''
  // never an argument: those are there for everybody to see
  const sent = isPasswordSent ? { password: (await readInput()).replace(/\r?\n$/, '') } : {}
  return { verb, email, username: name, ...sent }
}

function parsed(args: readonly string[]) {
  try {
    const options = { username: { type: 'string' }, 'password-stdin': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [verb, email, ...rest] = positionals
    if (rest.length > 0) throw new Refusal(usage, 64)
    return { verb, email, username: values.username, isPasswordSent: values['password-stdin'] ?? false }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(usage, 64, error)
  }
}
