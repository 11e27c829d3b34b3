import { connect } from 'node:net'
import pg from 'pg'
import type { QueryRunner } from 'typeorm'
import { SilenceTimer, within } from '@parley/runtime'

/** What the connections of one pool share. */
export interface StatementWatch {
  /** How long a statement may take, in milliseconds; Infinity for no limit. A connection can have its own. */
  limitMs: number
  /** Called for each second that a statement has waited for an answer. */
  readonly onWait: () => void
  /** Called when a connection is destroyed whose statement got no answer for `ms`. */
  readonly onDestroyed: (ms: number) => void
  /**
   * Connections that were opened before this time of `performance.now()` serve no further call: what a server sets for a
   * session, such as `default_transaction_read_only`, holds until its connection ends.
   */
  validFrom: number
}

interface GuardedConfig extends pg.ClientConfig {
  readonly watch?: StatementWatch
}

/** From here on a statement is watched. */
const slowMs = 1_000
/** The seconds of silence after that, before the connection is destroyed or the server is asked about it. */
const silentTicks = 6
/** The server is asked again before it counts as silent, in milliseconds after the first time. */
const againMs = 1_000
/** How long a new connection, or the end of one, may take, in milliseconds. */
const connectMs = 2_000
/** With the 10 probes of Node.js, one a second: an idle connection to a vanished server is destroyed after 14 s. */
const keepAliveMs = 4_000

/** How long a statement of a connection outside of a pool may take, in milliseconds. */
const commandMs = 7_000

/** The milliseconds after its limit, which the server keeps, until the connection of a statement is destroyed. */
export const graceMs = 1_000

export const connectionOptions = {
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
  connectionTimeoutMillis: connectMs,
}

const unwatched: StatementWatch = {
  limitMs: commandMs,
  onWait: () => undefined,
  onDestroyed: () => undefined,
  validFrom: -Infinity,
}

/** Whether a session of this role runs the statement. The server can keep only the beginning of its text. */
const isRunning = `SELECT current_setting('track_activities') = 'off' OR EXISTS (
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
    AND state = 'active' AND query <> '' AND left($1::text, length(query)) = query
) AS "isRunning"`

/**
 * A PostgreSQL connection that does not wait for ever. A statement that takes longer than its limit is cancelled and its
 * connection destroyed. One with a longer limit may be silent: after 7 seconds the server is asked, on a new connection,
 * whether it runs the statement; the connection is destroyed when it does not, or cannot be asked, twice. The query then
 * fails with `Connection terminated`.
 *
 * The loss of a connection does not end the process. Between the pool and TypeORM it has no error listener, and an error
 * event without a listener is thrown. The next query reports the loss.
 */
export class GuardedClient extends pg.Client {
  /** The limit of the next statements, in milliseconds; undefined for that of the pool. */
  limitMs: number | undefined
  readonly #config: GuardedConfig
  readonly #createdAt = performance.now()
  readonly #watch: StatementWatch
  /** The first one without an answer; undefined while there is none. */
  #statement: unknown
  #begunAt = 0
  #slow: NodeJS.Timeout | undefined
  #silence: SilenceTimer | undefined
  #stopListening: () => unknown = () => undefined

  constructor(config: GuardedConfig = {}) {
    super(config)
    // the pool hides the password from copies
    this.#config = { ...config, password: config.password }
    this.#watch = config.watch ?? unwatched
    this.on('error', () => undefined)
    const query = this.query.bind(this) as (...values: unknown[]) => unknown
    const end = this.end.bind(this) as (...values: unknown[]) => unknown
    Object.defineProperty(this, 'query', {
      value: (...values: unknown[]) => {
        if (this.#statement === undefined) this.#begin(values[0])
        return query(...values)
      },
    })
    this.on('drain', this.#answered)
    this.on('end', this.#answered)
    Object.defineProperty(this, 'end', {
      value: (...values: unknown[]) => {
        // a server that has vanished never confirms it
        const timer = setTimeout(() => this.connection.stream.destroy(), connectMs).unref()
        this.once('end', () => clearTimeout(timer))
        return end(...values)
      },
    })
  }

  get isValid(): boolean {
    return this.#createdAt >= this.#watch.validFrom
  }

  #begin(statement: unknown): void {
    this.#statement = statement
    this.#begunAt = performance.now()
    this.#slow ??= setTimeout(this.#look, slowMs).unref()
  }

  readonly #answered = () => {
    this.#statement = undefined
    if (this.#silence) this.#stop()
  }

  /** One timer for all statements of a second, since most are short. */
  readonly #look = () => {
    this.#slow = undefined
    if (this.#statement === undefined || this.#silence) return
    const left = slowMs - this.#elapsed()
    if (left > 0) this.#slow = setTimeout(this.#look, left).unref()
    else this.#becomeSlow()
  }

  #stop(): void {
    this.#silence?.stop()
    this.#silence = undefined
    this.#stopListening()
  }

  #becomeSlow(): void {
    const { stream } = this.connection
    const silence = new SilenceTimer({
      everyMs: 1_000,
      ticks: silentTicks,
      onTick: () => {
        this.#watch.onWait()
        if (this.#elapsed() >= this.#limit()) this.#destroy()
      },
      onTimeout: () => void this.#judge(),
    })
    const heard = () => silence.received()
    stream.on('data', heard)
    this.#stopListening = () => stream.off('data', heard)
    this.#silence = silence
    this.#watch.onWait()
  }

  #elapsed(): number {
    return performance.now() - this.#begunAt
  }

  #limit(): number {
    return this.limitMs ?? this.#watch.limitMs
  }

  /** After the silence. The limit is exceeded too when the next tick would be after it. */
  async #judge(): Promise<void> {
    const text = textOf(this.#statement)
    const judged = this.#silence
    if (this.#elapsed() + slowMs > this.#limit()) return this.#destroy()
    let isAlive = await this.#isRunning(text)
    if (!isAlive && this.#silence === judged) {
      await new Promise((resolve) => setTimeout(resolve, againMs))
      isAlive = this.#silence === judged && (await this.#isRunning(text))
    }
    // its answer has arrived meanwhile
    if (this.#silence !== judged) return
    if (!isAlive) return this.#destroy()
    this.#stopListening()
    this.#becomeSlow()
  }

  /** False when the server cannot be reached either. */
  async #isRunning(text: string): Promise<boolean> {
    const { watch: _watch, ...config } = this.#config
    const asking = new GuardedClient({ ...config, ...connectionOptions })
    const answer = async () => {
      await asking.connect()
      const { rows } = await asking.query<{ isRunning: boolean }>(isRunning, [text])
      return rows[0]?.isRunning === true
    }
    try {
      return await within(connectMs, answer(), () => false)
    } catch (error) {
      // a server without a free connection is alive
      return error instanceof pg.DatabaseError && error.code === '53300'
    } finally {
      void asking.end()
    }
  }

  #destroy(): void {
    const ms = Math.round(this.#elapsed())
    this.#stop()
    this.#cancel()
    this.connection.stream.destroy()
    this.#watch.onDestroyed(ms)
  }

  /** Otherwise a server that is only slow would go on, and keep the locks of the statement. */
  #cancel(): void {
    const request = Buffer.alloc(16)
    request.writeInt32BE(16, 0)
    request.writeInt32BE(cancelRequest, 4)
    request.writeInt32BE(Number(Reflect.get(this, 'processID')), 8)
    request.writeInt32BE(Number(Reflect.get(this, 'secretKey')), 12)
    const { host, port } = this
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${String(port)}`) : connect(port, host)
    socket.setTimeout(connectMs, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.end(request)
  }
}

/** Runs statements of `runner` that each have this limit on PostgreSQL; undefined for the limit of the pool. */
export async function withLimit<T>(
  runner: QueryRunner,
  limitMs: number | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return run()
  const connection: unknown = await runner.connect()
  if (!(connection instanceof GuardedClient)) return run()
  connection.limitMs = limitMs
  try {
    return await run()
  } finally {
    connection.limitMs = undefined
  }
}

/** The code of the message. */
const cancelRequest = 80_877_102

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}
