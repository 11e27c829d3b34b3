import { z } from 'zod'
import { newCallId, type ToolCallPart } from '@parley/engine'
import { limits } from '../../../src/limits.js'
import { HostedFailure } from '../hosted-failure.js'
import { ObjectEnd } from './object-end.js'
import { PassedFields } from './passed-fields.js'

const optionalText = z.string().nullish()
/** Some servers of the protocol send an object in place of its JSON text. */
const jsonText = z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])

/** A piece of a call. Its first one has the name; some providers send every call whole, and no index. */
const callDelta = z.looseObject({
  index: z.int().nullish(),
  id: optionalText,
  function: z.object({ name: optionalText, arguments: jsonText.nullish() }).nullish(),
})
const callDeltas = z.array(callDelta).nullish()
type CallDelta = z.output<typeof callDelta>

const knownFields = [...Object.keys(callDelta.shape), 'type']

interface BegunCall {
  /** Its position in the reply. */
  readonly index: number
  readonly first: CallDelta
  /** The arguments so far. */
  json: string
  readonly end: ObjectEnd
  readonly fields: PassedFields
  /** A piece that names the tool again after whole arguments: if arguments follow it, it has begun another call. */
  renamed?: CallDelta
  /** What the client has not received: a call that is not open waits. */
  held?: ToolCallPart
}

/**
 * The tool calls of a hosted reply. They reach the client one after the other, even if the provider interleaves their
 * pieces, since OpenAI's clients parse the arguments of a call when the next one begins. One call is open, and is handed
 * on as it comes. The next one opens when it is whole, or else, as without arguments, at the end of the reply. What a
 * provider adds to whole arguments is left out.
 */
export class HostedToolCalls {
  readonly #calls: BegunCall[] = []
  readonly #ids = new Set<string>()
  #openIndex = 0
  #length = 0

  /** Of all ids, names, arguments and fields so far, in UTF-16 code units. */
  get length(): number {
    return this.#length
  }

  get hasBegun(): boolean {
    return this.#calls.length > 0
  }

  /**
   * The parts that a chunk adds. With `areWhole` each element is a call, as in an answer that is not streamed. Throws
   * HostedFailure for a call without a name, for an empty object that other arguments follow, and for too many calls.
   */
  read(calls: unknown, { areWhole = false } = {}): ToolCallPart[] {
    const deltas = callDeltas.safeParse(calls)
    if (!deltas.success) throw new HostedFailure('the answer was not understood')
    return (deltas.data ?? []).flatMap((delta) => {
      const part = areWhole ? this.#begin(delta, delta) : this.#add(delta)
      const { index, arguments: json, fields = '', head } = part
      this.#length += json.length + fields.length + (head ? head.id.length + head.name.length : 0)
      if (index === this.#openIndex) return [part]
      const call = this.#calls[index]
      if (call) call.held = call.held ? joined(call.held, part) : part
      return head ? this.#openNext() : []
    })
  }

  /**
   * The parts that the end of the reply adds: clients parse the arguments of a call without any. In a reply that is cut
   * the last call keeps none.
   */
  end({ isCut }: { readonly isCut: boolean }): ToolCallPart[] {
    return this.#calls.flatMap(({ index, json, held = { index, arguments: '' } }) => {
      const isCutCall = isCut && index === this.#calls.length - 1
      const whole = json.trim() === '' && !isCutCall ? joined(held, { index, arguments: '{}' }) : held
      return whole.head || whole.fields || whole.arguments.trim() !== '' ? [whole] : []
    })
  }

  /** The parts of the calls that open because those before them are whole. */
  #openNext(): ToolCallPart[] {
    const opened: ToolCallPart[] = []
    for (const { index, end } of this.#calls.slice(this.#openIndex, -1)) {
      if (!end.isReached) break
      const next = this.#calls[index + 1]
      if (next?.held) opened.push(next.held)
      if (next) delete next.held
      this.#openIndex = index + 1
    }
    return opened
  }

  #add(delta: CallDelta): ToolCallPart {
    const call = this.#newestOf(delta)
    if (!call || !continues(call, delta)) return this.#begin(delta, delta)
    if (call.end.isReached && (!delta.id || delta.id !== call.first.id)) {
      // some providers name the tool in every piece, and a blank one may follow the last
      if (call.renamed && hasArguments(delta)) return this.#begin(delta, call.renamed)
      if (delta.function?.name) call.renamed = delta
    }
    return this.#continue(call, delta)
  }

  /** `first` has the name and the id. */
  #begin(delta: CallDelta, first: CallDelta): ToolCallPart {
    if (!first.function?.name) throw new HostedFailure('the answer was not understood')
    if (this.#calls.length === limits.completionTools) throw new HostedFailure('the answer was too large')
    const fields = new PassedFields(knownFields)
    const call: BegunCall = { index: this.#calls.length, first, json: '', end: new ObjectEnd(), fields }
    this.#calls.push(call)
    const head = { id: this.#idOf(first), name: first.function.name.toWellFormed() }
    return { ...this.#continue(call, delta), head }
  }

  #continue(call: BegunCall, delta: CallDelta): ToolCallPart {
    const sent = delta.function?.arguments ?? ''
    if (call.end.isReached && isEmptyObject(call.json) && hasArguments(delta) && !isEmptyObject(sent))
      throw new HostedFailure('the answer was not understood')
    const json = call.end.read(sent)
    call.json += json
    const passed = call.fields.read(delta)
    if (call.fields.length > limits.passedFieldsLength) throw new HostedFailure('the answer was too large')
    return { index: call.index, arguments: json, ...(passed === '' ? {} : { fields: passed }) }
  }

  /** The id of the provider, unless a result could not name the call by it. */
  #idOf({ id }: CallDelta): string {
    const isUsable = !!id && id.length <= limits.toolCallIdLength && !this.#ids.has(id)
    if (id) this.#ids.add(id)
    return isUsable ? id.toWellFormed() : newCallId()
  }

  /** The newest call of the same id or index, or without indexes the newest one. */
  #newestOf(delta: CallDelta): BegunCall | undefined {
    const isOfId = ({ first }: BegunCall) => !!delta.id && first.id === delta.id && !haveOther(first.index, delta.index)
    return this.#calls.findLast(isOfId) ?? this.#calls.findLast(({ first }) => !haveOther(first.index, delta.index))
  }
}

function joined(one: ToolCallPart, { arguments: json, fields = '' }: ToolCallPart): ToolCallPart {
  const all = (one.fields ?? '') + fields
  return { ...one, arguments: one.arguments + json, ...(all === '' ? {} : { fields: all }) }
}

function haveOther(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one !== other
}

function continues({ first, end }: BegunCall, delta: CallDelta): boolean {
  if (delta.id && (first.id || end.isReached)) return delta.id === first.id
  const name = delta.function?.name
  if (!name) return true
  // without an index a name begins a call
  if (typeof delta.index !== 'number' || name !== first.function?.name) return false
  return !end.isReached || !hasArguments(delta)
}

const hasArguments = (delta: CallDelta): boolean => !!delta.function?.arguments?.trim()
const isEmptyObject = (json: string): boolean => /^\s*\{\s*\}\s*$/.test(json)
