import { z } from 'zod'
import { newCallId, type ToolCallPart } from '@parley/engine'
import { parsedJson } from '@parley/runtime'
import { limits } from '../../../src/limits.js'
import { HostedFailure } from '../hosted-failure.js'
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
  readonly fields: PassedFields
  /** What the client has not received: a call that is not open waits. */
  held?: ToolCallPart
}

/** UTF-16 code units. Longer arguments are not parsed: the calls after them wait for the end of the reply. */
const mostParsed = 65_536

/**
 * The tool calls of a hosted reply. They reach the client one after the other, even if the provider interleaves their
 * pieces, since OpenAI's clients parse the arguments of a call when the next one begins. One call is open, and is handed
 * on as it comes. The next one opens when it is whole, or else, as without arguments, at the end of the reply.
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

  /** The parts that a chunk adds. Throws HostedFailure for a call without a name, and for too many calls. */
  read(calls: unknown): ToolCallPart[] {
    const deltas = callDeltas.safeParse(calls)
    if (!deltas.success) throw new HostedFailure('the answer was not understood')
    return (deltas.data ?? []).flatMap((delta) => {
      const part = this.#add(delta)
      const { index, arguments: json, fields = '', head } = part
      this.#length += json.length + fields.length + (head ? head.id.length + head.name.length : 0)
      if (index === this.#openIndex) return [part]
      const call = this.#calls[index]
      if (call) call.held = call.held ? joined(call.held, part) : part
      return head ? this.#openNext() : []
    })
  }

  /** The parts that the end of the reply adds: clients parse the arguments of a call without any. */
  end(): ToolCallPart[] {
    return this.#calls.flatMap(({ index, json, held = { index, arguments: '' } }) => {
      const whole = json.trim() === '' ? joined(held, { index, arguments: '{}' }) : held
      return whole.head || whole.fields || whole.arguments.trim() !== '' ? [whole] : []
    })
  }

  /** The parts of the calls that open because those before them are whole. */
  #openNext(): ToolCallPart[] {
    const opened: ToolCallPart[] = []
    for (const { index, json } of this.#calls.slice(this.#openIndex, -1)) {
      if (json.length > mostParsed || parsedJson(json) === undefined) break
      const next = this.#calls[index + 1]
      if (next?.held) opened.push(next.held)
      if (next) delete next.held
      this.#openIndex = index + 1
    }
    return opened
  }

  #add(delta: CallDelta): ToolCallPart {
    const json = delta.function?.arguments ?? ''
    const begun = this.#begunBy(delta)
    const call = begun ?? this.#begin(delta)
    call.json += json
    const { index, first } = call
    const passed = call.fields.read(delta)
    if (call.fields.length > limits.passedFieldsLength) throw new HostedFailure('the answer was too large')
    const fields = passed === '' ? {} : { fields: passed }
    if (begun) return { index, arguments: json, ...fields }
    return {
      index,
      ...fields,
      head: { id: this.#idOf(first), name: (first.function?.name ?? '').toWellFormed() },
      arguments: json,
    }
  }

  #begin(first: CallDelta): BegunCall {
    if (!first.function?.name) throw new HostedFailure('the answer was not understood')
    if (this.#calls.length === limits.completionTools) throw new HostedFailure('the answer was too large')
    const call = { index: this.#calls.length, first, json: '', fields: new PassedFields(knownFields) }
    this.#calls.push(call)
    return call
  }

  /** The id of the provider, unless a result could not name the call by it. */
  #idOf({ id }: CallDelta): string {
    const isUsable = !!id && id.length <= limits.toolCallIdLength && !this.#ids.has(id)
    if (id) this.#ids.add(id)
    return isUsable ? id.toWellFormed() : newCallId()
  }

  /** The newest call of the same index, or without indexes the newest one, if the piece belongs to it. */
  #begunBy(delta: CallDelta): BegunCall | undefined {
    const isOfId = ({ first }: BegunCall) => !!delta.id && first.id === delta.id && !haveOther(first.index, delta.index)
    const call =
      this.#calls.findLast(isOfId) ?? this.#calls.findLast(({ first }) => !haveOther(first.index, delta.index))
    return call && continues(call.first, delta) ? call : undefined
  }
}

function joined(one: ToolCallPart, { arguments: json, fields = '' }: ToolCallPart): ToolCallPart {
  const all = (one.fields ?? '') + fields
  return { ...one, arguments: one.arguments + json, ...(all === '' ? {} : { fields: all }) }
}

function haveOther(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one !== other
}

function continues(first: CallDelta, { index, id, function: called }: CallDelta): boolean {
  if (id && first.id) return id === first.id
  // without an index a name begins a call
  return !called?.name || (typeof index === 'number' && called.name === first.function?.name)
}
