import { z } from 'zod'
import { isJsonObject, parsedJson } from '@parley/runtime'
import type { HostedFailure, ProviderRefusal } from '../hosted-failure.js'

/** The name under which a provider gets a parameter; false: it does not get it. */
export type ParameterNames = Readonly<Record<string, string | false>>

/** Parameters without which a request would no longer ask for the same. */
const essential = ['model', 'messages', 'stream', 'tools', 'tool_choice', 'response_format']
/** The two names of the most tokens of a reply. Requests are built with the older one, which more servers know. */
const limit = { older: 'max_tokens', newer: 'max_completion_tokens' } as const

const text = z.string().catch('')
const errorSchema = z.object({ code: text, type: text, param: text, message: text })
/** As servers with generated validation write a 422. */
const detailSchema = z.array(z.object({ loc: z.array(z.unknown()).catch([]), msg: text, type: text })).catch([])
/** What a provider says of a parameter that it never accepts, or not with this model. */
const unsupportedCode = /unsupported|unknown|unrecognized|extra_forbidden/i
const unsupportedText =
  /\b(?:unsupported|unknown|unrecognized|unexpected|extra) (?:\w+ ){0,3}(?:parameter|argument|field|input|key|propert|name)|not supported|n[o']t support|not permitted/i
/** How often a request is changed. */
const mostChanges = 4
/** What can stand in a log: the provider's text never does. */
const codePattern = /^\w[\w.]{0,63}$/

/**
 * What the body of a refusal says, without its text: its code, and the first parameter of `sent` (the body of the
 * request) that it names.
 */
export function readRefusal(body: string, sent: unknown): ProviderRefusal {
  const value = parsedJson(body)
  const { error = value, detail } = isJsonObject(value) ? value : {}
  const read = errorSchema.safeParse(isJsonObject(error) ? error : { message: error })
  const { code = '', type = '', param = '', message = '' } = read.data ?? {}
  const [first] = detailSchema.parse(detail)
  const names = isJsonObject(sent) ? Object.keys(sent) : []
  const parameter =
    names.find((name) => name === param.split(/[.[]/, 1)[0]) ??
    names.find((name) => first?.loc.includes(name)) ??
    firstNamed(names, message === '' && typeof detail === 'string' ? detail : message)
  const said = [message, first?.msg, typeof detail === 'string' ? detail : ''].join(' ')
  return {
    ...(codePattern.test(code) ? { code } : {}),
    ...(parameter === undefined ? {} : { parameter }),
    isUnsupported: unsupportedCode.test(`${code} ${type} ${first?.type ?? ''}`) || unsupportedText.test(said),
  }
}

function firstNamed(names: readonly string[], message: string): string | undefined {
  const places = names
    .filter((name) => !essential.includes(name))
    .map((name) => ({ name, at: message.search(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)) }))
    .filter(({ at }) => at >= 0)
  return places.sort((a, b) => a.at - b.at)[0]?.name
}

/** The names that one provider accepts: those that the operator gives, and what it has refused in this process. */
export class ProviderParameters {
  #names: ParameterNames

  constructor(configured: ParameterNames = {}) {
    this.#names = configured
  }

  request(): RequestParameters {
    return new RequestParameters(this.#names, (names) => (this.#names = { ...this.#names, ...names }))
  }
}

/** The names of the parameters of one request, which can be sent several times. */
export class RequestParameters {
  #names: ParameterNames
  readonly #refused: string[] = []
  /** Whether the provider has refused the value of a limit, not its name. */
  #isLimitKnown = false

  constructor(
    names: ParameterNames,
    private readonly remember: (names: ParameterNames) => void,
  ) {
    this.#names = names
  }

  /** The body as it is sent. */
  named(body: object): Record<string, unknown> {
    const entries = Object.entries(body).flatMap(([parameter, value]): [string, unknown][] => {
      const name = this.#nameOf(parameter)
      return name === false ? [] : [[name, value]]
    })
    return Object.fromEntries(entries)
  }

  /** Whether the provider gets a parameter. */
  has(parameter: string): boolean {
    return this.#nameOf(parameter) !== false
  }

  /**
   * Whether the request can be sent again after this failure, because the provider has named a parameter: then without it,
   * or for the most tokens of a reply under its other name. At most four times.
   */
  changeAfter({ request: { status, refusal, isTooLong = false } }: HostedFailure): boolean {
    const { parameter, isUnsupported = false } = refusal ?? {}
    if ((status !== 400 && status !== 422) || isTooLong || parameter === undefined) return false
    const own = Object.entries(this.#names).find(([, name]) => name === parameter)?.[0] ?? parameter
    if (essential.includes(own) || this.#refused.length === mostChanges) return false
    this.#refused.push(parameter)
    const other = own === limit.older && this.#otherLimit(parameter)
    // a limit that is only too large must not become none
    this.#isLimitKnown ||= own === limit.older && !isUnsupported
    if (own === limit.older && other === false && this.#isLimitKnown) return false
    const changed = { [own]: other }
    this.#names = { ...this.#names, ...changed }
    if (isUnsupported) this.remember(changed)
    return true
  }

  #otherLimit(name: string): string | false {
    const other = name === limit.older ? limit.newer : limit.older
    return !this.#refused.includes(other) && other
  }

  #nameOf(parameter: string): string | false {
    return Object.hasOwn(this.#names, parameter) ? (this.#names[parameter] ?? false) : parameter
  }
}
