import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface OrdinaryRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** The ordinary answer: this status, and a body that contains this text. */
  readonly expects: { readonly status: number; readonly text: string }
}

export interface OrdinarySettings {
  readonly url: string
  /** Sent in turn. */
  readonly requests: readonly OrdinaryRequest[]
}

/** The results of the client since the previous window. */
export interface OrdinaryWindow {
  sent: number
  readonly delaysMs: number[]
  /**
   * The greatest delay of the client itself, in milliseconds: it has little to do, so the machine gave it no processor
   * time.
   */
  latestMs: number
  readonly wrong: { readonly request: string; readonly answer: string }[]
}

/** The process of the ordinary client. */
export class OrdinaryClient {
  private constructor(private readonly child: ChildProcess) {}

  static begin(settings: OrdinarySettings): OrdinaryClient {
    const child = fork('test/abuse/ordinary/ordinary-client.ts', { execArgv: ['--import', './tools/run-ts.mjs'] })
    child.send({ kind: 'begin', settings })
    return new OrdinaryClient(child)
  }

  /** Ends the window and returns it. */
  async window(): Promise<OrdinaryWindow> {
    this.child.send({ kind: 'window' })
    const [message] = (await once(this.child, 'message')) as [{ readonly window: OrdinaryWindow }]
    return message.window
  }

  stop(): void {
    this.child.kill()
  }
}

/** The delay that this share of requests did not exceed, in milliseconds. */
export function percentile(delaysMs: readonly number[], share: number): number {
  const sorted = delaysMs.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
