import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { kinds } from '../../src/kinds.js'
import { memberships, roles } from '../../src/users/user.js'
import { readArguments, wrongUse } from './command.js'
import { verbs } from './admin-verbs.js'
import { compactVerb } from './compact-command.js'
import type { Ask } from './ask.js'
import type { Command, Input } from './verb.js'

/** A parsed command of `npm run admin`. */
export interface AdminCommand extends Input {
  /** The words of a row of `verbs`. */
  readonly verb: string
  readonly json?: boolean | undefined
}

const levels: readonly string[] = memberships
const roleNames: readonly string[] = roles

const commands = [...verbs, compactVerb]

const linesOf = (shown: readonly Command[]) =>
  `npm run admin -- ${shown.map((verb) => verb.usage).join('\n                 ')}`
const wholeUsage = `${linesOf(commands)}
With --json, a command prints one JSON value. Without --password-stdin, a password is generated. A generated password and the text of an API key are shown once.`

const commandIn = (positionals: readonly string[]) =>
  commands.find(({ words }) => words.every((word, index) => positionals[index] === word))

/** Of the command that the arguments begin with, else of those with the same first word, else of all. */
function usageOf(args: readonly string[]): string {
  const exact = commandIn(args)
  const alike = exact ? [exact] : commands.filter(({ words }) => words[0] === args[0])
  return alike.length > 0 ? linesOf(alike) : wholeUsage
}

/** Parses the arguments; the password comes from `readInput`. Throws as `readArguments`. */
export async function readAdminCommand(
  args: readonly string[],
  readInput: () => Promise<string>,
): Promise<AdminCommand> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const ofKeys = { models: text, scopes: text, 'messages-per-day': text, 'tokens-per-month': text }
  const ofInvitations = { email: text, role: text, membership: text, uses: text }
  const known = {
    ...{ username: text, 'password-stdin': flag, reason: text, until: text, name: text, json: flag },
    ...ofKeys,
    ...ofInvitations,
  }
  const usage = usageOf(args)
  const { values, positionals } = readArguments(usage, {
    args: withNegatives(args),
    options: known,
    allowPositionals: true,
  })
  const {
    'password-stdin': isPasswordSent = false,
    json,
    until,
    models,
    username,
    reason,
    name,
    email,
    role,
    membership,
  } = values
  const verb = commandIn(positionals)
  if (!verb)
    throw wrongUse(
      positionals.length > 0 ? `${positionals.join(' ')} is not a command.` : 'A command is missing.',
      usage,
    )
  const given = positionals.slice(verb.words.length)
  const [unknown] = Object.keys(values).filter((name) => name !== 'json' && !verb.options.includes(name))
  if (unknown !== undefined) throw wrongUse(`This command has no option --${unknown}.`, usage)
  if (given.length < verb.required)
    throw wrongUse(`${(verb.takes[given.length] ?? '').toUpperCase()} is missing.`, usage)
  const extra = given[verb.takes.length]
  if (extra !== undefined) throw wrongUse(`Unexpected argument: ${extra}.`, usage)
  const named = Object.fromEntries(verb.takes.map((name, index) => [name, given[index]])) as Input
  if (named.kind !== undefined && !kinds.some((kind) => kind === named.kind))
    throw wrongUse(`KIND is ${kinds.join(' or ')}.`, usage)
  if (named.level !== undefined && !levels.includes(named.level))
    throw wrongUse(`LEVEL is ${levels.join(' or ')}.`, usage)
  if (membership !== undefined && !levels.includes(membership))
    throw wrongUse(`--membership is ${levels.join(' or ')}.`, usage)
  if (role !== undefined && !roleNames.includes(role)) throw wrongUse(`--role is ${roleNames.join(' or ')}.`, usage)
  // never an argument: other users of the machine can see arguments
  const password = isPasswordSent ? (await readInput()).replace(/\r?\n$/, '') : undefined
  return {
    verb: verb.words.join(' '),
    ...{ email, ...named },
    ...{ username, reason, name, password, json, role, membership },
    uses: usesOf(values.uses, usage),
    until: instantOf(until, { canBeNone: verb.words[0] !== 'invitation', usage }),
    models: models === 'all' ? null : models?.split(',').map(modelNamed),
    scopes: values.scopes?.split(','),
    messagesPerDay: limitOf(values['messages-per-day'], usage),
    tokensPerMonth: limitOf(values['tokens-per-month'], usage),
  }
}

/** Runs the command and returns its output. Throws Refusal. */
export async function runAdminCommand(command: AdminCommand, ask: Ask): Promise<string> {
  const verb = verbs.find((each) => each.words.join(' ') === command.verb)
  if (!verb) throw wrongUse(`${command.verb} is not a command.`, wholeUsage)
  const { text, value } = await verb.run({ ...command, generated: randomBytes(18).toString('base64url') }, ask)
  return command.json ? JSON.stringify(value) : text
}

/** What the command needs besides the database. */
export const needsOf = (command: AdminCommand) => ({
  begins: command.verb === 'create',
  // the images of the account are deleted too
  usesImages: command.verb === 'account delete',
  usesQueues: command.verb.startsWith('queue '),
  usesModels: Array.isArray(command.models) || command.verb === 'settings',
  // a link for a password is refused where people sign in by a provider alone; claims of a provider make administrators
  usesSettings: command.verb.startsWith('settings') || ['password', 'list'].includes(command.verb),
})

/** The chat page and lists of models show `local` as `Local`. */
const modelNamed = (name: string) => (/^local$/i.test(name) ? 'local' : name)

/** `--uses -1` as `--uses=-1`, which is read as a value. No option begins with a digit. */
function withNegatives(args: readonly string[]): string[] {
  return args.reduce<string[]>((read, arg) => {
    const before = read.at(-1)
    const isValue = /^-\d/.test(arg) && before?.startsWith('--') && !before.includes('=')
    return isValue ? [...read.slice(0, -1), `${before}=${arg}`] : [...read, arg]
  }, [])
}

interface InstantRule {
  readonly canBeNone: boolean
  readonly usage: string
}

/** A date without a time means the start of the day in UTC; `none` means no end. */
function instantOf(until: string | undefined, { canBeNone, usage }: InstantRule): string | null | undefined {
  if (until === undefined) return undefined
  if (until === 'none' && canBeNone) return null
  if (!z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(until).success)
    throw wrongUse(
      '--until is a date such as 2037-01-31, or an instant with its zone such as 2037-01-31T12:00:00Z.',
      usage,
    )
  return new Date(until).toISOString()
}

const isCount = (text: string) => /^[1-9]\d{0,14}$/.test(text)

function usesOf(text: string | undefined, usage: string): number | undefined {
  if (text === undefined) return undefined
  if (!isCount(text)) throw wrongUse('--uses is a whole number of at least 1.', usage)
  return Number(text)
}

function limitOf(text: string | undefined, usage: string): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return null
  if (!isCount(text)) throw wrongUse('A limit is a whole number of at least 1, or none.', usage)
  return Number(text)
}
