import { z } from 'zod'
import { newCallId, toolCallHead, withoutSeparators } from '@parley/engine'
import { limits } from '../../../src/limits.js'
import { HostedFailure } from '../hosted-failure.js'

const optionalText = z.string().nullish()

/** A piece of a call. Its first one has the name; some providers send every call whole, and no index. */
const callDelta = z.object({
  index: z.int().nullish(),
  id: optionalText,
  function: z.object({ name: optionalText, arguments: optionalText }).nullish(),
})
const callDeltas = z.array(callDelta).nullish()
type CallDelta = z.output<typeof callDelta>

/** The text of a hosted reply that may have tool calls. */
export class HostedToolCalls {
  #current: CallDelta | undefined
  readonly #ids = new Set<string>()

  /** The text that a chunk adds. Throws HostedFailure for a piece of an earlier call, and for a call without a name. */
  read(content: string, calls: unknown): string {
    const deltas = callDeltas.safeParse(calls)
    if (!deltas.success) throw new HostedFailure('the answer was not understood')
    // a message has its text before its calls
    const text = this.#current ? '' : withoutSeparators(content)
    return text + (deltas.data ?? []).map((delta) => this.#add(delta)).join('')
  }

  #add(delta: CallDelta): string {
    const json = withoutSeparators(delta.function?.arguments ?? '')
    if (this.#continues(delta)) return json
    const name = withoutSeparators(delta.function?.name ?? '')
    const isEarlier = (delta.index ?? Infinity) < (this.#current?.index ?? 0)
    if (isEarlier || name === '') throw new HostedFailure('the answer was not understood')
    this.#current = delta
    return toolCallHead({ id: this.#idOf(delta), name }) + json
  }

  /** The id of the provider, unless a result could not name the call by it. */
  #idOf(delta: CallDelta): string {
    const id = withoutSeparators(delta.id ?? '')
    const isUsable = id !== '' && id.length <= limits.toolCallIdLength && !this.#ids.has(id)
    this.#ids.add(id)
    return isUsable ? id : newCallId()
  }

  #continues({ index, id, function: called }: CallDelta): boolean {
    const current = this.#current
    if (!current) return false
    if (typeof index === 'number' && typeof current.index === 'number' && index !== current.index) return false
    if (id && current.id) return id === current.id
    // without an index a name begins a call
    return !called?.name || (typeof index === 'number' && called.name === current.function?.name)
  }
}
