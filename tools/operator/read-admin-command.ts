import { parseArgs } from 'node:util'
import { Refusal } from '../command.js'
import type { AdminCommand } from './admin-command.js'

const usage = `npm run admin -- create EMAIL [--username NAME] [--password-stdin]
                 grant EMAIL
                 revoke EMAIL
                 list
                 ban EMAIL [--reason TEXT] [--until INSTANT]
                 unban EMAIL
                 key create EMAIL [--name NAME] [--until INSTANT]
Without --password-stdin a password is generated and shown once, as the text of an API key always is.`

/** Parses the arguments; the password comes from `readInput`. Throws Refusal with the usage. */
export async function readAdminCommand(
  args: readonly string[],
  readInput: () => Promise<string>,
): Promise<AdminCommand> {
  const { verb, email, username, isPasswordSent, reason, until, name } = parsed(args)
  const hasTerms = reason !== undefined || until !== undefined
  const isPlain = username === undefined && !isPasswordSent && name === undefined
  const isAlone = isPlain && !hasTerms
  if (verb === 'ban' && email !== undefined && isPlain) return { verb, email, ...termsOf(reason, until) }
  if (verb === 'key create' && email !== undefined && username === undefined && !isPasswordSent && reason === undefined)
    return { verb, email, name: name ?? 'made by npm run admin', ...termsOf(undefined, until) }
  if (verb === 'unban' && email !== undefined && isAlone) return { verb, email }
  if (verb === 'list' && email === undefined && isAlone) return { verb }
  if ((verb === 'grant' || verb === 'revoke') && email !== undefined && isAlone) return { verb, email }
  if (verb !== 'create' || email === undefined || hasTerms || name !== undefined) throw new Refusal(usage, 64)
  // never an argument: other users of the machine can see arguments
  const sent = isPasswordSent ? { password: (await readInput()).replace(/\r?\n$/, '') } : {}
  return { verb, email, username: username ?? email.split('@')[0] ?? '', ...sent }
}

/** A date without a time means the start of the day in UTC. */
function termsOf(reason: string | undefined, until: string | undefined) {
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw new Refusal('--until needs an instant such as 2027-01-31 or 2027-01-31T12:00:00Z', 64)
  const end = until === undefined ? {} : { until: new Date(until).toISOString() }
  return { ...(reason === undefined ? {} : { reason }), ...end }
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const options = {
      username: text,
      'password-stdin': { type: 'boolean' },
      reason: text,
      until: text,
      name: text,
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [verb, email, ...rest] =
      positionals[0] === 'key' ? [positionals.slice(0, 2).join(' '), ...positionals.slice(2)] : positionals
    if (rest.length > 0) throw new Refusal(usage, 64)
    const { username, reason, until, name, 'password-stdin': isPasswordSent = false } = values
    return { verb, email, username, isPasswordSent, reason, until, name }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(usage, 64, error)
  }
}
