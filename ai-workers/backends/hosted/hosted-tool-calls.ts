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
  /** Its parts while a call before it is open. */
  readonly held: ToolCallPart[]
}

/**
 * The tool calls of a hosted reply, one after the other, even if the provider sends their pieces in turn: OpenAI's clients
 * parse the arguments of a call when the next one begins.
 */
export class HostedToolCalls {
  readonly #calls: BegunCall[] = []
  readonly #ids = new Set<string>()
  /** The index of the call whose parts are handed on as they come. */
  #open = 0
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
      const begun = this.#calls.length
      const part = this.#partOf(delta)
      const { arguments: json, fields = '', head } = part
      this.#length += json.length + fields.length + (head ? head.id.length + head.name.length : 0)
      const isNext = part.index > this.#open
      if (isNext) this.#calls[part.index]?.held.push(part)
      // only then, since each look parses all arguments
      const opened = this.#calls.length > begun ? this.#openWhole() : []
      return isNext ? opened : [part, ...opened]
    })
  }

  /** The parts that the end of the reply adds: clients parse the arguments of a call without any. */
  end(): ToolCallPart[] {
    return this.#calls.slice(this.#open).flatMap(({ index, json, held }) => {
      return json.trim() === '' ? [...held, { index, arguments: '{}' }] : held
    })
  }

  /** The parts of the calls that open because those before them are whole. */
  #openWhole(): ToolCallPart[] {
    const opened: ToolCallPart[] = []
    for (
      let call = this.#calls[this.#open];
      call && parsedJson(call.json) !== undefined;
      call = this.#calls[this.#open]
    ) {
      const next = this.#calls[this.#open + 1]
      if (!next) break
      opened.push(...next.held.splice(0))
      this.#open += 1
    }
    return opened
  }

  #partOf(delta: CallDelta): ToolCallPart {
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
    const call = { index: this.#calls.length, first, json: '', fields: new PassedFields(knownFields), held: [] }
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

function haveOther(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one !== other
}

function continues(first: CallDelta, { index, id, function: called }: CallDelta): boolean {
  if (id && first.id) return id === first.id
  // without an index a name begins a call
  return !called?.name || (typeof index === 'number' && called.name === first.function?.name)
}
