import { z } from 'zod'
import { newCallId, type ToolCallPart } from '@parley/engine'
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

/** The tool calls of a hosted reply. */
export class HostedToolCalls {
  #current: CallDelta | undefined
  #count = 0
  readonly #ids = new Set<string>()

  get hasBegun(): boolean {
    return this.#current !== undefined
  }

  /** The parts that a chunk adds. Throws HostedFailure for a piece of an earlier call, a call without a name, and too many calls. */
  read(calls: unknown): ToolCallPart[] {
    const deltas = callDeltas.safeParse(calls)
    if (!deltas.success) throw new HostedFailure('the answer was not understood')
    return (deltas.data ?? []).map((delta) => this.#add(delta))
  }

  #add(delta: CallDelta): ToolCallPart {
    const { name, arguments: json } = delta.function ?? {}
    if (this.#continues(delta)) return { index: this.#count - 1, arguments: json ?? '' }
    const isEarlier = (delta.index ?? Infinity) < (this.#current?.index ?? 0)
    if (isEarlier || !name) throw new HostedFailure('the answer was not understood')
    if (this.#count === limits.completionTools) throw new HostedFailure('the answer was too large')
    this.#current = delta
    this.#count += 1
    return { index: this.#count - 1, head: { id: this.#idOf(delta), name: name.toWellFormed() }, arguments: json ?? '' }
  }

  /** The id of the provider, unless a result could not name the call by it. */
  #idOf({ id }: CallDelta): string {
    const isUsable = !!id && id.length <= limits.toolCallIdLength && !this.#ids.has(id)
    if (id) this.#ids.add(id)
    return isUsable ? id.toWellFormed() : newCallId()
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
