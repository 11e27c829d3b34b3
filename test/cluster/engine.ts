import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** The names of messages, which the replies repeat. */
const nameOf = /t\d+-m\d+/gu
const bodySchema = z.object({ stream: z.boolean().optional(), messages: z.array(z.object({ content: z.string() })) })

/**
 * An inference server whose replies name the message, the run and the position in every chunk: text of two runs, a gap or
 * a repetition is recognized anywhere.
 */
export class Engine {
  /** What it does instead of replying. */
  fault: 'login page' | 'too many requests' | 'silence' | undefined
  readonly #runs = new Map<string, number>()

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Engine> {
    const server = createServer()
    const engine = new Engine(server)
    server.on('request', (request, response) => void engine.#answer(request, response).catch(() => response.destroy()))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return engine
  }

  /** The value of `LOCAL_MODEL`. */
  get model(): string {
    return `openai:http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/v1#named`
  }

  /** How often the reply to a message was begun. */
  runsOf(name: string): number {
    return this.#runs.get(name) ?? 0
  }

  /** Whether the text is the whole reply of one run. */
  isWhole(name: string, reply: string): boolean {
    return this.#repliesTo(name).includes(reply)
  }

  /** Whether the text is the beginning of the reply of one run; also true for an empty text. */
  isPart(name: string, part: string): boolean {
    return part === '' || this.#repliesTo(name).some((reply) => reply.startsWith(part))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  #repliesTo(name: string): readonly string[] {
    return Array.from({ length: this.runsOf(name) }, (_, run) => chunksOf(name, run + 1).join(''))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    while (this.fault === 'silence') await pause(100)
    if (this.fault === 'login page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>')
      return
    }
    if (this.fault === 'too many requests') {
      response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":{"message":"Too many requests"}}')
      return
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"named"}]}')
      return
    }
    const { messages, stream } = bodySchema.parse(JSON.parse(await text(request)))
    const name = messages.at(-1)?.content.match(nameOf)?.at(-1) ?? ''
    const run = this.runsOf(name) + 1
    this.#runs.set(name, run)
    const chunks = chunksOf(name, run)
    const usage = { prompt_tokens: 10, completion_tokens: chunks.length }
    if (stream !== true) {
      const message = { role: 'assistant', content: chunks.join('') }
      const choices = [{ index: 0, finish_reason: 'stop', message }]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices, usage }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`)
    for (const content of chunks) {
      if (response.destroyed) return
      write({ choices: [{ index: 0, finish_reason: null, delta: { content } }] })
      await pause(delayOf(name))
    }
    write({ choices: [{ index: 0, finish_reason: 'stop', delta: {} }] })
    write({ choices: [], usage })
    response.end('data: [DONE]\n\n')
  }
}

/** From a few chunks to as many as several checkpoints need, by the name of the message. */
function chunksOf(name: string, run: number): string[] {
  const count = 5 + ((numberOf(name) * 37) % 120)
  return Array.from({ length: count }, (_, place) => `${name}/${run}/${place};`)
}

const delayOf = (name: string) => 5 + ((numberOf(name) * 13) % 40)
const numberOf = (name: string) => Number(name.split('-m')[1] ?? 0) + Number(/\d+/u.exec(name)?.[0] ?? 0)
