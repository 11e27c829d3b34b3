import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { kinds } from '../../src/kinds.js'
import { Refusal } from './command.js'
import { verbs } from './admin-verbs.js'
import type { Ask } from './ask.js'
import type { Input, Verb } from './verb.js'

/** A parsed command of `npm run admin`. */
export interface AdminCommand extends Input {
  /** The words of a row of `verbs`. */
  readonly verb: string
  readonly json?: boolean | undefined
}

const usage = `npm run admin -- ${verbs.map((verb) => verb.usage).join('\n                 ')}
With --json each prints one JSON value. Without --password-stdin a password is generated and shown once, as the text of an API key always is.`

/** Parses the arguments; the password comes from `readInput`. Throws Refusal with the usage. */
export async function readAdminCommand(
  args: readonly string[],
  readInput: () => Promise<string>,
): Promise<AdminCommand> {
  const { values, positionals } = parsed(args)
  const { 'password-stdin': isPasswordSent = false, json, until, ...options } = values
  const verb = verbs.find(({ words }) => words.every((word, index) => positionals[index] === word))
  const given = positionals.slice(verb?.words.length)
  const isComplete = verb && given.length >= verb.required && given.length <= verb.takes.length
  const unknown = Object.keys(values).filter((name) => name !== 'json' && !verb?.options.includes(name))
  if (!isComplete || unknown.length > 0) throw new Refusal(usage, 64)
  const named = Object.fromEntries(verb.takes.map((name, index) => [name, given[index]])) as Input
  if (named.kind !== undefined && !kinds.some((kind) => kind === named.kind)) throw new Refusal(usage, 64)
  // never an argument: other users of the machine can see arguments
  const password = isPasswordSent ? (await readInput()).replace(/\r?\n$/, '') : undefined
  return { verb: verb.words.join(' '), ...named, ...options, until: instantOf(until), password, json }
}

/** Runs the command and returns its output. Throws Refusal. */
export async function runAdminCommand(command: AdminCommand, ask: Ask): Promise<string> {
  const verb = verbOf(command)
  const { text, value } = await verb.run({ ...command, generated: randomBytes(18).toString('base64url') }, ask)
  return command.json ? JSON.stringify(value) : text
}

/** What the command needs besides the database. */
export const needsOf = (command: AdminCommand) => ({
  begins: command.verb === 'create',
  // the images of the account are deleted too
  usesImages: command.verb === 'account delete',
  usesQueues: command.verb.startsWith('queue '),
})

function verbOf({ verb: words }: AdminCommand): Verb {
  const verb = verbs.find((each) => each.words.join(' ') === words)
  if (!verb) throw new Refusal(usage, 64)
  return verb
}

/** A date without a time means the start of the day in UTC. */
function instantOf(until: string | undefined): string | undefined {
  if (until === undefined) return undefined
  if (Number.isNaN(Date.parse(until)))
    throw new Refusal('--until needs an instant such as 2027-01-31 or 2027-01-31T12:00:00Z', 64)
  return new Date(until).toISOString()
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const options = { username: text, 'password-stdin': flag, reason: text, until: text, name: text, json: flag }
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new Refusal(usage, 64, error)
  }
}
