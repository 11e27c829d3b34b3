/** The options of a `scripted:` address; see parseScript. */
export interface Script {
  readonly chunks: number
  readonly delayMs: number
  readonly firstDelayMs: number
  /** What it thinks before the reply; empty for nothing. */
  readonly thoughts: string
  readonly reply: string
  readonly failAt: number | undefined
  readonly stallAt: number | undefined
  readonly empty: boolean
  readonly completeFails: boolean
}

const scheme = 'scripted:'

const defaultReply =
  'Hello from Parley 🤖! This is a scripted reply: no language model wrote it. It comes in forty small pieces, ten ' +
  'milliseconds apart, and it is the same for every message 🙂. Set LOCAL_MODEL to a model file to hear something new 🚀.'

const wholeNumbers = {
  chunks: { min: 1, max: 10_000 },
  delayMs: { min: 0, max: 600_000 },
  firstDelayMs: { min: 0, max: 600_000 },
  failAt: { min: 1, max: 10_000 },
  stallAt: { min: 1, max: 10_000 },
} as const
const flags = ['empty', 'completeFails'] as const
const names = [...Object.keys(wholeNumbers), ...flags, 'reply', 'thoughts']
const replyLength = 100_000

/**
 * Reads a `scripted:` address. Alone it is a fixed reply of at least 200 characters in 40 chunks, 10 ms apart. After
 * `?`, written like a URL's query (percent-encoded, each at most once):
 *
 * - `reply`: the text, 1 to 100,000 characters; `chunks`: how many pieces, fewer when the text is shorter
 * - `thoughts`: what it thinks before the text, up to 100,000 characters, in as many chunks of their own
 * - `firstDelayMs`, `delayMs`: milliseconds before the first chunk (0), and between two (10)
 * - `failAt=n`, `stallAt=n`: instead of its nth chunk (from 1) the stream throws, or stalls until it is aborted
 * - `empty=true`: the stream gives no chunk; `completeFails=true`: the second try, in one piece, throws
 *
 * Throws an Error with the sentence of scriptFault when the address is faulty.
 */
export function parseScript(address: string): Script {
  const fault = scriptFault(address)
  if (fault !== undefined) throw new Error(fault)
  const options = optionsOf(address)
  const number = (name: keyof typeof wholeNumbers) => (options.has(name) ? Number(options.get(name)) : undefined)
  return {
    chunks: number('chunks') ?? 40,
    delayMs: number('delayMs') ?? 10,
    firstDelayMs: number('firstDelayMs') ?? 0,
    thoughts: options.get('thoughts') ?? '',
    reply: options.get('reply') ?? defaultReply,
    failAt: number('failAt'),
    stallAt: number('stallAt'),
    empty: options.get('empty') === 'true',
    completeFails: options.get('completeFails') === 'true',
  }
}

/** The fault of a `scripted:` address, as a sentence for the operator; undefined for a valid one. */
export function scriptFault(address: string): string | undefined {
  if (!address.startsWith(scheme)) return `a scripted model begins with "${scheme}"`
  const rest = address.slice(scheme.length)
  if (rest !== '' && !rest.startsWith('?')) return `"${scheme}" is followed by nothing, or by "?" and options`
  const options = optionsOf(address)
  for (const name of options.keys()) {
    if (!names.includes(name)) return `"${scheme}" knows no option "${name}"; it knows ${names.join(', ')}`
    if (options.getAll(name).length > 1) return `option "${name}" of "${scheme}" is given more than once`
  }
  for (const [name, { min, max }] of Object.entries(wholeNumbers)) {
    const value = options.get(name)
    const isFine = value === null || (/^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max)
    if (!isFine) return `option "${name}" of "${scheme}" must be a whole number from ${min} to ${max}`
  }
  for (const name of flags) {
    const isFine = ['true', 'false', null].includes(options.get(name))
    if (!isFine) return `option "${name}" of "${scheme}" must be true or false`
  }
  const reply = options.get('reply') ?? defaultReply
  if (reply.length < 1 || reply.length > replyLength || reply.includes('\0')) {
    return `option "reply" of "${scheme}" must be 1 to ${replyLength} characters, without NUL`
  }
  const thoughts = options.get('thoughts') ?? ''
  if (thoughts.length > replyLength || thoughts.includes('\0'))
    return `option "thoughts" of "${scheme}" must be at most ${replyLength} characters, without NUL`
  return undefined
}

function optionsOf(address: string): URLSearchParams {
  return new URLSearchParams(address.slice(scheme.length))
}
