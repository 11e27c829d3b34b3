import { boundedText, isJsonObject, parsedJson } from '@parley/runtime'
import { HostedFailure } from '../hosted-failure.js'

/** Of one event, in UTF-16 code units, or of a completion, in bytes; many times the size of a whole reply. */
const eventLimit = 1_048_576
/** Of an answer, in bytes. */
const answerLimit = 16 * 1_048_576

/**
 * The data of an event stream, one whole event per chunk, so that the client library never buffers more than one: its
 * own buffer of a line has no bound, and it scans that buffer again for every byte. Only `data` fields are passed on;
 * the library prints events of some names. Throws HostedFailure past a limit, and for a page in place of events.
 */
export async function* boundedEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  let event: string[] = []
  let size = 0
  let isBegun = false
  for await (const line of lines(body)) {
    if (!isBegun && line.trimStart().startsWith('<')) throw notOfProtocol('the answer was not understood')
    isBegun ||= line.trim() !== ''
    if (line.startsWith('data:')) {
      event.push(line)
      size += line.length
      if (size > eventLimit) throw tooLarge()
    }
    if (line !== '' || event.length === 0) continue
    yield encoder.encode(`${event.join('\n')}\n\n`)
    event = []
    size = 0
  }
}

/**
 * A JSON completion that the provider sent instead of a stream, as the only event of a stream and with its bounds.
 * Throws HostedFailure beyond them, and for a body that is neither a completion nor an error.
 */
export async function* boundedCompletion(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(`data: ${inOneLine(await boundedText(body, eventLimit, tooLarge))}\n\n`)
}

function inOneLine(json: string): string {
  const value = parsedJson(json)
  if (isJsonObject(value) && ('choices' in value || 'error' in value)) return JSON.stringify(value)
  throw notOfProtocol('the answer was not understood')
}

/** The failure of an answer that no server of the protocol gives, so that none was reached. */
export function notOfProtocol(message: string, status = 200): HostedFailure {
  return new HostedFailure(message, { status, isUnreached: true })
}

async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  let held = 0
  let received = 0
  for await (const bytes of body) {
    received += bytes.length
    const text = decoder.decode(bytes, { stream: true })
    held += text.length
    if (received > answerLimit || held > eventLimit) throw tooLarge()
    pieces.push(text)
    if (!text.includes('\n')) continue
    const whole = pieces.join('').split('\n')
    const rest = whole.pop() ?? ''
    // a carriage return alone would end a line for the library; in JSON it is whitespace
    for (const line of whole) yield line.replace(/\r$/, '').replaceAll('\r', ' ')
    pieces = [rest]
    held = rest.length
  }
}

function tooLarge(): HostedFailure {
  return new HostedFailure('the answer was too large')
}
