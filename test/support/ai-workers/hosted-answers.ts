import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { HostedQuestion } from './hosted-server.js'

/** A mark in all texts of the provider, which no client may see. */
export const foreignWords = 'WORDS-OF-THE-OTHER-SIDE'
export const hostedReply = 'Ahoy 🙂, from afar.'
export const hostedThoughts = 'A greeting 🌊 is due.'

const thoughtPieces = ['A greeting ', '🌊', ' is due.']
const pieces = ['Ahoy ', '🙂', ', from ', 'afar.']
export const chunk = (choice: object, more: object = {}) => ({
  id: foreignWords,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, finish_reason: null, ...choice }],
  ...more,
})
export const said = (content: string) => chunk({ delta: { content } })
export const ended = (reason: string) => chunk({ delta: {}, finish_reason: reason })
export const counted = (usage: unknown) => ({ id: foreignWords, choices: [], usage })
export const usage = { prompt_tokens: 40, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 10 } }
const whole = [chunk({ delta: { role: 'assistant', content: '' } }), ...pieces.map(said), ended('stop'), counted(usage)]

const event = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const done = 'data: [DONE]\n\n'

/** `body` is absent for a GET. */
export type Answer = (response: ServerResponse, body?: HostedQuestion['body']) => void | Promise<void>

const head = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': foreignWords })
/** Streams these chunks and ends properly. */
export const stream =
  (...values: unknown[]): Answer =>
  (response) =>
    void head(response).end(values.map(event).join('') + done)
/** Streams the first piece of the usual reply, and the others after `heard`. */
export const streamAfter =
  (heard: Promise<void>): Answer =>
  async (response) => {
    head(response).write(whole.slice(0, 2).map(event).join(''))
    await heard
    response.end(whole.slice(2).map(event).join('') + done)
  }
/** Streams these chunks, then neither continues nor ends. */
export const stall =
  (...values: unknown[]): Answer =>
  (response) =>
    void head(response).write(values.map(event).join(''))
/** Answers with a whole completion instead of a stream. */
export const plain =
  (value: unknown, type = 'application/json'): Answer =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': type })
      .end(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
const completion = (choice: object, more: object = { usage }) => ({
  id: foreignWords,
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', ...choice }],
  ...more,
})
const thinking = (name: string) => thoughtPieces.map((piece) => chunk({ delta: { [name]: piece, content: null } }))
const reasoned = counted({ ...usage, completion_tokens_details: { reasoning_tokens: 3 } })
const tagged = `<think>\n${hostedThoughts}\n</think>\n\n${hostedReply}`
const saying = (content: unknown, more: object = {}) => ({ message: { role: 'assistant', content, ...more } })
const noBody: HostedQuestion['body'] = { model: '', messages: [] }
/** As vLLM says it. */
const tooLong = `This model's maximum context length is 1024 tokens. ${foreignWords}`
export const refuse = (status: number, headers: Record<string, string> = {}, message = foreignWords): Answer =>
  refuseWith(status, { error: { message, type: foreignWords, code: foreignWords } }, headers)
export const refuseWith =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Writes as fast as the other side reads, up to a number of bytes. */
async function flood(
  response: ServerResponse,
  block: string,
  bytes: number,
  begin: Answer = (to) => void head(to),
): Promise<void> {
  await begin(response)
  for (let sent = 0; sent < bytes && !response.destroyed; sent += block.length)
    if (!response.write(block)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  response.end()
}

async function drip(response: ServerResponse, text: string, first = ''): Promise<void> {
  head(response).write(first)
  while (!response.destroyed) {
    response.write(text)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const huge = 100 * 1_048_576
let packed: Buffer | undefined

/** The behaviours, by the name of the requested model. */
export const answers: Readonly<Record<string, Answer>> = {
  good: stream(...whole),
  slowly: (response) => {
    head(response)
    const events = [...whole.map(event), done]
    const next = () => (events.length > 0 ? response.write(events.shift(), () => setTimeout(next, 20)) : response.end())
    next()
  },
  odd_framing: (response) => {
    const text = whole.map((value) => `event: x\r\n: note\r\nid: 1\r\ndata: ${JSON.stringify(value)}\r\n\r\n`).join('')
    const bytes = Buffer.from(`${text}data: [DONE]\r\n\r\n`)
    head(response)
    for (const byte of bytes) response.write(Buffer.from([byte]))
    response.end()
  },
  one_event: stream(chunk({ delta: { content: hostedReply }, finish_reason: 'stop' })),
  no_usage: stream(...whole.slice(0, -1)),
  plain_usage: stream(...whole.slice(0, -1), counted({ prompt_tokens: 40, completion_tokens: 4 })),
  odd_usage: stream(...whole.slice(0, -1), counted({ prompt_tokens: -1, completion_tokens: 'many' })),
  message_so_far: stream(
    ...pieces.map((content, at) =>
      chunk({ delta: { content }, message: { role: 'assistant', content: pieces.slice(0, at + 1).join('') } }),
    ),
    chunk({ delta: { content: '' }, message: { role: 'assistant', content: hostedReply }, finish_reason: 'stop' }),
  ),
  usage_each_chunk: stream(...whole.slice(0, -1).map((value) => ({ ...value, usage })), counted(usage)),
  no_done: (response) => void head(response).end(whole.map(event).join('')),
  reasoning: stream(chunk({ delta: { reasoning_content: foreignWords, content: null } }), ...whole),
  thinks: stream(...thinking('reasoning_content'), ...pieces.map(said), ended('stop'), reasoned),
  thinks_aloud: stream(...thinking('reasoning'), ...pieces.map(said), ended('stop'), reasoned),
  thinks_twice: stream(
    ...thoughtPieces.map((piece) =>
      chunk({ delta: { reasoning: piece, reasoning_content: piece, reasoning_details: [{}] } }),
    ),
    ...whole,
  ),
  thinks_in_tags: stream(...Array.from(tagged, said), ended('stop'), reasoned),
  thinks_in_one_event: stream(chunk({ delta: { content: tagged }, finish_reason: 'stop' }), reasoned),
  thinks_otherwise: stream(chunk({ delta: { reasoning: { of: foreignWords }, content: '' } }), ...whole),
  thinks_in_objects: stream(
    chunk({ delta: { reasoning_content: [{ type: 'text', text: thoughtPieces[0] }] } }),
    chunk({ delta: { reasoning: { content: thoughtPieces[1], text: thoughtPieces[1] } } }),
    chunk({ delta: { reasoning_content: [{ type: 'thinking', thinking: thoughtPieces[2] }] } }),
    ...whole,
  ),
  thinks_in_lists: stream(
    ...thoughtPieces.map((text) =>
      chunk({ delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] } }),
    ),
    chunk({ delta: { content: [{ type: 'reference', reference_ids: [1] }] } }),
    ...pieces.map((text) => chunk({ delta: { content: [{ type: 'text', text }] } })),
    ended('stop'),
    reasoned,
  ),
  thinks_only: stream(...thinking('reasoning_content'), said('<think>'), ended('length'), reasoned),
  plain_thinks: plain(completion(saying(hostedReply, { reasoning_content: hostedThoughts }))),
  plain_thinks_aloud: plain(completion(saying(hostedReply, { reasoning: hostedThoughts, reasoning_content: null }))),
  plain_thinks_in_tags: plain(completion(saying(tagged))),
  strict_names: (response, body = noBody) => ('top_k' in body ? refuse(400) : stream(...whole))(response),
  short_context: (response, { messages } = noBody) =>
    (JSON.stringify(messages).length > 6_000 ? refuse(400, {}, tooLong) : stream(...whole))(response),
  never_closes: stall(...whole.slice(0, -1)),
  cut_after_the_end: (response) => void head(response).write(whole.map(event).join(''), () => response.destroy()),
  empty_after_the_end: (response) => drip(response, event({ choices: [] }), whole.slice(0, -1).map(event).join('')),
  empty_after_the_count: (response) => drip(response, event({ choices: [] }), whole.map(event).join('')),
  length: stream(...pieces.map(said), ended('length')),
  other_length: stream(...pieces.map(said), ended('MAX_TOKENS')),
  length_of_enumeration: stream(...pieces.map(said), ended('FinishReason.MAX_TOKENS')),
  length_in_camel_case: stream(...pieces.map(said), ended('maxTokens')),
  tools_and_text: stream(...pieces.map(said), ended('tool_calls')),

  plain: plain(completion(saying(hostedReply)), 'application/json; charset=utf-8'),
  plain_no_usage: plain(completion(saying(hostedReply), {})),
  plain_odd_usage: plain(completion(saying(hostedReply), { usage: foreignWords })),
  plain_no_reason: plain(completion({ ...saying(hostedReply), finish_reason: undefined })),
  plain_length: plain(completion({ ...saying(hostedReply), finish_reason: 'length' })),
  plain_byte_by_byte: (response) => {
    response.writeHead(200, { 'content-type': 'Application/JSON' })
    for (const byte of Buffer.from(JSON.stringify(completion(saying(hostedReply))))) response.write(Buffer.from([byte]))
    response.end()
  },

  plain_error: plain({ error: { message: foreignWords, type: foreignWords, code: foreignWords } }),
  plain_bad_json: plain(`{"choices": ${foreignWords}`),
  plain_no_completion: plain({ choices: foreignWords }),
  plain_null: plain('null'),
  plain_no_choice: plain(completion({}, { choices: [] })),
  plain_thinks_in_lists: plain(
    completion(
      saying([
        { type: 'thinking', thinking: hostedThoughts },
        { type: 'text', text: hostedReply },
      ]),
    ),
  ),
  plain_thinks_in_parts: plain(
    completion(
      saying([
        { type: 'thought', text: 'A', thinking: null },
        { type: 'thinking_delta', thinking: [{ type: 'thinking', thinking: ' ' }] },
        { type: 'thinking', thinking: ['gree', null, { type: 'text', text: 'ting ' }] },
        { type: 'reasoning', reasoning: '🌊' },
        { type: 'reasoning', content: [{ type: 'reasoning_text', text: ' is ' }], summary: [] },
        { text: 'du', thought: true },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'e.' }] },
        ...[null, 5, { type: 'reference', id: foreignWords }, { type: 'text', text: null }],
        { type: 'text', content: hostedReply },
      ]),
    ),
  ),
  plain_part: plain(completion(saying({ type: 'text', text: hostedReply }))),
  plain_typed_refusal: plain(completion(saying([{ type: 'refusal', text: foreignWords }]))),
  plain_nested_parts: plain(completion(saying([[foreignWords]]))),
  plain_text_and_refusal_part: plain(completion(saying(['Ahoy', { type: 'refusal', refusal: foreignWords }]))),
  plain_refusal_part: plain(completion(saying([{ type: 'refusal', refusal: foreignWords }]))),
  plain_odd_parts: plain(completion(saying([{ type: 'text', text: { of: foreignWords } }]))),
  plain_no_text: plain(completion(saying(''))),
  plain_refusal: plain(completion(saying(null, { refusal: foreignWords }))),
  plain_tools: plain(completion({ ...saying(null, { tool_calls: [{ index: 0 }] }), finish_reason: 'tool_calls' })),
  plain_filtered: plain(completion({ ...saying('Ahoy'), finish_reason: 'content_filter' })),
  plain_long: plain(completion(saying('x'.repeat(1_000_001)))),
  plain_huge: (response) =>
    flood(
      response,
      'x'.repeat(65_536),
      huge,
      (begun) =>
        void begun.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[{"message":{"content":"'),
    ),
  plain_packed: (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end((packed ??= gzipSync(Buffer.alloc(huge, 'x')))),
  plain_cut: (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
      .write('{"choices":[', () => response.destroy()),
  plain_stall: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":['),

  refused_400: refuse(400),
  refused_404: refuse(404),
  refused_503: refuse(503, { 'retry-after': '1' }),
  html_502: (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end(`<p>${foreignWords}</p>`),
  endless_refusal: (response) => void response.writeHead(400, { 'content-type': 'application/json' }).write('{'),
  too_long: refuse(400, {}, tooLong),
  too_long_in_stream: stream({ error: { message: tooLong, code: 400 } }),
  no_stream: (response, { stream: isStreamed } = noBody) =>
    (isStreamed === true ? refuse(500) : plain(completion(saying(hostedReply))))(response),
  refused_401: refuse(401, { 'www-authenticate': foreignWords }),
  refused_429: refuse(429, { 'retry-after': '0' }),
  refused_500: refuse(500, { 'x-should-retry': 'true' }),
  refused_418: refuse(418),
  redirect: refuse(302, { location: '/v1/chat/completions?elsewhere' }),
  html: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${foreignWords}</html>`),
  html_400: (response) => void response.writeHead(400, { 'content-type': 'text/html' }).end(`<p>${foreignWords}</p>`),
  html_as_events: (response) => void head(response).end(`\n<!doctype html>\n<p>${foreignWords}</p>\n`),
  html_as_json: plain(`<!doctype html><p>${foreignWords}</p>`),
  plain_sign_in: plain({ login: `/${foreignWords}` }),
  empty_200: (response) => void response.writeHead(204).end(),
  bad_json: stream(said('Ahoy'), `{"choices": ${foreignWords}`),
  named_bad_json: (response) => void head(response).end(`event: thread.x\ndata: ${foreignWords}\n\n`),
  no_chunk: stream(said('Ahoy'), { choices: foreignWords }),
  null_chunk: stream('null'),
  error_object: stream(said('Ahoy'), { error: { message: foreignWords, code: 500 } }),
  no_finish: stream(...pieces.map(said)),
  cut: (response) => void head(response).write(pieces.map(said).map(event).join(''), () => response.destroy()),
  cut_at_once: (response) => void response.destroy(),
  nothing: stream(),
  no_text: stream(chunk({ delta: { role: 'assistant', content: '' } }), ended('stop')),
  refusal: stream(chunk({ delta: { refusal: foreignWords } }), ended('stop')),
  text_and_refusal: stream(said('Ahoy'), chunk({ delta: { refusal: foreignWords } }), ended('stop')),
  tools: stream(
    chunk({ delta: { tool_calls: [{ index: 0, function: { name: foreignWords } }] } }),
    ended('tool_calls'),
  ),
  filtered: stream(said('Ahoy'), ended('content_filter')),
  filtered_otherwise: stream(said('Ahoy'), ended('SAFETY')),
  filtered_in_words: stream(said('Ahoy'), ended('content-filter')),
  unexpected_call: stream(said('Ahoy'), ended('UNEXPECTED_TOOL_CALL')),
  filtered_by_enumeration: stream(said('Ahoy'), ended('FINISH_REASON_SAFETY')),
  ended_by_an_error: stream(said('Ahoy'), ended('error')),
  huge_line: (response) => flood(response, 'x'.repeat(65_536), huge),
  huge_event: (response) => flood(response, `data: ${'x'.repeat(65_000)}\n`, huge),
  huge_answer: (response) => flood(response, event(said('x'.repeat(60_000))), huge),
  huge_comment: (response) => flood(response, `: ${'x'.repeat(65_000)}`, huge),
  huge_last_chunk: stream(
    said('x'.repeat(600_000)),
    chunk({ delta: { content: 'x'.repeat(600_000) }, finish_reason: 'stop' }),
  ),
  huge_packed: (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      .end((packed ??= gzipSync(Buffer.alloc(huge, 'x')))),
  silent: () => undefined,
  stall: stall(...pieces.slice(0, 2).map(said)),
  drip: (response) => drip(response, ' '),
  comments: (response) => drip(response, ': still there\n\n'),
  comments_first: async (response) => {
    head(response)
    for (let sent = 0; sent < 100 && !response.destroyed; sent += 1) {
      response.write(': still there\n\n')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    response.end(whole.map(event).join('') + done)
  },
}

export const hostedBehaviours = Object.keys(answers)
