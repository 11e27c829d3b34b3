/** What a connection to a mail server waits for: a command of SMTP without an answer, or another step. */
type SmtpPhase = string

/** An entry of nodemailer's log; those of a connection have its `sid`. */
interface LogEntry {
  readonly tnx?: unknown
  readonly sid?: unknown
}

type LogMethod = (entry: LogEntry, message: string) => void

/**
 * Follows the connections of a pool by the log of nodemailer, and keeps none of its texts, which have addresses.
 */
export class SmtpPhases {
  /** What has no answer yet, by the id of the connection; the connection that has waited longest is the first. */
  readonly #pending = new Map<unknown, readonly SmtpPhase[]>()

  /** For `transactionLog` of nodemailer. */
  readonly logger: Readonly<Record<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', LogMethod>>

  constructor() {
    const follow: LogMethod = (entry, message) => this.#follow(entry, message)
    this.logger = { trace: follow, debug: follow, info: follow, warn: follow, error: follow, fatal: follow }
  }

  /** What the connection waits for that has waited longest; `connect` when none waits for an answer. */
  get longest(): SmtpPhase {
    const [[phase = 'connect'] = []] = this.#pending.values()
    return phase
  }

  #follow({ tnx, sid }: LogEntry, message: string): void {
    if (sid === undefined) return
    const pending = this.#pending.get(sid) ?? []
    const [first, ...others] = pending
    switch (tnx) {
      case 'network':
        return this.#set(sid, message.includes('established') ? ['greeting'] : [])
      case 'client':
        return this.#set(sid, [...(first === 'TLS' ? others : pending), commandOf(message)])
      case 'message':
        // all of the mail is sent
        return this.#set(sid, [...pending, 'answer to the mail'])
      case 'server':
        return this.#set(sid, first === 'STARTTLS' && message.startsWith('220') ? ['TLS'] : others)
    }
  }

  #set(sid: unknown, pending: readonly SmtpPhase[]): void {
    this.#pending.delete(sid)
    if (pending.length > 0) this.#pending.set(sid, pending)
  }
}

/** Lines that are not a command belong to a sign-in. */
const commandOf = (line: string) => /^(?:MAIL FROM|RCPT TO|[A-Z]{4,8}(?![^ ]))/.exec(line)?.[0] ?? 'AUTH'

/** A mail server that accepts a connection, or a mail, and says nothing for too long. */
export class SilentMailServer extends Error {
  override readonly name = 'SilentMailServer'
  readonly code = 'ETIMEDOUT'

  constructor(
    readonly phase: SmtpPhase,
    readonly limitMs: number,
  ) {
    super(`the mail server did not answer within ${String(limitMs)} ms (${phase})`)
  }
}
