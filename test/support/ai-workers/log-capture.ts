import { jest } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import type { RestAnswer } from '../app/person.js'

const consoles = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Everything that an outsider could read: log lines, console output, answers. */
export class LogCapture {
  readonly heard: string[] = []
  readonly log: Logger
  readonly #spies = consoles.map((name) =>
    jest
      .spyOn(console, name)
      .mockImplementation((...said: unknown[]) => void this.heard.push(said.map(String).join(' '))),
  )

  constructor() {
    const take = (fields: object, event: string) => void this.heard.push(JSON.stringify({ ...fields, event }, openly))
    this.log = { debug: take, info: take, warn: take, error: take }
  }

  /** Records an answer and returns it. */
  overhear(answer: RestAnswer): RestAnswer {
    this.heard.push(answer.text, JSON.stringify([...answer.headers]))
    return answer
  }

  /** The secrets that were written, in any form. */
  leaked(...secrets: string[]): string[] {
    const all = this.heard.join('\n')
    return secrets.filter((secret) =>
      [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].some((form) => all.includes(form)),
    )
  }

  close(): void {
    for (const spy of this.#spies) spy.mockRestore()
  }
}

/** An error as a log would print it, with its causes. */
function openly(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { fields: Object.entries(value), message: value.message, stack: value.stack, cause: value.cause }
}
