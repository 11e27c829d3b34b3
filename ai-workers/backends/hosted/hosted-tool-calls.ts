import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { newCallId, type ToolCallPart } from '@parley/engine'
import { isDeeperThan, parsedJson } from '@parley/runtime'
import { limits } from '../../../src/limits.js'
import { HostedFailure } from '../hosted-failure.js'
import { ObjectEnd } from './object-end.js'
import { mostLevels, PassedFields } from './passed-fields.js'

const optionalText = z.string().nullish()
/** Some servers of the protocol send an object in place of its JSON text. */
const jsonText = z.union([
  z.string(),
  z
    .record(z.string(), z.unknown())
    // JSON.stringify is recursive
    .refine((value) => !isDeeperThan(value, mostLevels))
    .transform((value) => JSON.stringify(value)),
])

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
  /** Of its first piece that has one. */
  id?: string
  /** The arguments so far. */
  json: string
  readonly end: ObjectEnd
  readonly fields: PassedFields
  /** Whether other text than spaces has followed its whole arguments. */
  hasTrailingText: boolean
  /** A piece after its whole arguments that names the tool again, without arguments. Arguments after it begin a new call. */
  announced?: CallDelta
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
   * HostedFailure for a call without a name, for an object that follows its arguments, and for too many calls.
   */
  read(calls: unknown, { areWhole = false } = {}): ToolCallPart[] {
    const deltas = callDeltas.safeParse(calls)
    if (!deltas.success) throw new HostedFailure('the answer was not understood')
    return (deltas.data ?? []).flatMap((delta) => {
      const part = areWhole ? this.#begin([delta]) : this.#add(delta)
      if (!part) return []
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
    return this.#calls.flatMap((call) => {
      const { index, json, announced } = call
      const held = call.held ?? { index, arguments: '' }
      const isCutCall = isCut && index === this.#calls.length - 1
      const added = json.trim() === '' && !isCutCall ? '{}' : ''
      const whole = joined(held, { index, arguments: added, ...(announced ? fieldsOf(call, announced) : {}) })
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

  /** Undefined for a piece without content. */
  #add(delta: CallDelta): ToolCallPart | undefined {
    const call = this.#newestOf(delta)
    const name = delta.function?.name
    if (!call) return name || hasArguments(delta) ? this.#begin([delta]) : undefined
    if (beginsAnother(call, delta)) return this.#begin([delta])
    if (!call.end.isReached || haveSameId(call, delta)) return this.#continue(call, delta)
    const { announced } = call
    if (announced && hasArguments(delta)) {
      delete call.announced
      return this.#begin([announced, delta])
    }
    if (!name) return this.#continue(call, delta)
    call.announced = delta
    return undefined
  }

  /** The first of the pieces has the name, any of them the id. */
  #begin(deltas: readonly CallDelta[]): ToolCallPart {
    const [first] = deltas
    if (!first?.function?.name) throw new HostedFailure('the answer was not understood')
    if (this.#calls.length === limits.completionTools) throw new HostedFailure('the answer was too large')
    const fields = new PassedFields(knownFields)
    const call: BegunCall = {
      index: this.#calls.length,
      first,
      json: '',
      end: new ObjectEnd(),
      hasTrailingText: false,
      fields,
    }
    this.#calls.push(call)
    const id = deltas.map((delta) => delta.id).find(Boolean)
    const head = { id: this.#idOf(id), name: first.function.name.toWellFormed() }
    return deltas.map((delta) => this.#continue(call, delta)).reduce(joined, { index: call.index, head, arguments: '' })
  }

  #continue(call: BegunCall, delta: CallDelta): ToolCallPart {
    const sent = delta.function?.arguments ?? ''
    const isRepeated = call.end.isReached && isSameJson(sent, call.json)
    if (delta.id) call.id ??= delta.id
    const json = call.end.read(sent)
    call.json += json
    if (call.end.isReached && !isRepeated) requireNoObject(call, sent.slice(json.length))
    return { index: call.index, arguments: json, ...fieldsOf(call, delta) }
  }

  /** The id of the provider, unless a result could not name the call by it. */
  #idOf(id: string | null | undefined): string {
    const isUsable = !!id && id.length <= limits.toolCallIdLength && !this.#ids.has(id)
    if (id) this.#ids.add(id)
    return isUsable ? id.toWellFormed() : newCallId()
  }

  /** The newest call of the same id or index, or without indexes the newest one. */
  #newestOf(delta: CallDelta): BegunCall | undefined {
    const calls = this.#calls.filter(({ first }) => !haveOther(first.index, delta.index))
    return calls.findLast((call) => haveSameId(call, delta)) ?? calls.at(-1)
  }
}

function joined(one: ToolCallPart, { arguments: json, fields = '' }: ToolCallPart): ToolCallPart {
  const all = (one.fields ?? '') + fields
  return { ...one, arguments: one.arguments + json, ...(all === '' ? {} : { fields: all }) }
}

function haveOther(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one !== other
}

/** Whether a piece belongs to no call that has begun. */
function beginsAnother(call: BegunCall, delta: CallDelta): boolean {
  const { first, id, json, end } = call
  const { name, arguments: sent } = delta.function ?? {}
  const isOfIndex = typeof delta.index === 'number'
  if (!name) return false
  const isInObject = end.isAwaited && hasArguments(delta) && !sent?.trimStart().startsWith('{')
  if (haveSameId(call, delta)) {
    if (!end.isReached) return name !== first.function?.name && !end.isAwaited
    // some providers repeat a whole call at its end
    return name !== first.function?.name || (hasArguments(delta) && !isSameJson(sent, json))
  }
  // some providers invent an id for each piece
  if (delta.id && id) return !(isOfIndex && isInObject)
  if (name !== first.function?.name) return true
  // without an index a name begins a call, or goes on with an object
  if (!isOfIndex) return !isInObject
  if (!end.isReached) return false
  return !!delta.id || (hasArguments(delta) && !(id && isSameJson(sent, json)))
}

/** Throws HostedFailure for another object after the arguments: the clients would lose it. */
function requireNoObject(call: BegunCall, rest: string): void {
  const text = call.hasTrailingText ? '' : rest.trimStart()
  if (text.startsWith('{')) throw new HostedFailure('the answer was not understood')
  call.hasTrailingText ||= text !== ''
}

function fieldsOf({ fields }: BegunCall, delta: CallDelta): Pick<ToolCallPart, 'fields'> {
  const passed = fields.read(delta)
  if (fields.length > limits.passedFieldsLength) throw new HostedFailure('the answer was too large')
  return passed === '' ? {} : { fields: passed }
}

const haveSameId = (call: BegunCall, { id }: CallDelta): boolean => !!id && id === call.id

/** Whether a text is an equal object. A much shorter one is not, and is not parsed. */
function isSameJson(sent: string | null | undefined, json: string): boolean {
  if (!sent || sent === json) return sent === json
  if (sent.length < json.length / 2) return false
  const value = parsedJson(sent)
  return value !== undefined && isDeepStrictEqual(value, parsedJson(json))
}
const hasArguments = (delta: CallDelta): boolean => !!delta.function?.arguments?.trim()
