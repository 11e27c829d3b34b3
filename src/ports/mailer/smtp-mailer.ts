import type { Transporter } from 'nodemailer'
import type { SMTPPoolOptions, SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool'
import { AppError, type Logger, unlessAborted } from '@parley/runtime'
import { attemptDelivery } from './attempt-delivery.js'
import { composeMail, type ComposeMailOptions } from './compose-mail.js'
import type { Mail, Mailer } from './mailer.js'
import { SilentMailServer, SmtpPhases } from './smtp-phases.js'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  readonly isSecure: boolean
  /** Sends nothing to a server that does not offer STARTTLS. */
  readonly requiresTls: boolean
  readonly checksCertificate: boolean
  readonly credentials?: { readonly user: string; readonly password: string } | undefined
}

type Pool = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>

const connections = 5
/** Mails in flight or waiting for a connection; bounds the backlog of a server that hangs. */
const mailsAtOnce = 64
const retryAfterMs = 5_000
const idleMs = 30_000
const defaultTimeoutMs = 10_000

/** Sends mails to an SMTP server over a few persistent connections. */
export class SmtpMailer implements Mailer {
  #pool: Promise<Pool> | undefined
  readonly #phases = new SmtpPhases()
  readonly #busy = new Set<Promise<unknown>>()

  constructor(
    private readonly options: ComposeMailOptions & {
      readonly server: SmtpServer
      readonly log: Logger
      /** Timeout for a mail, from the connection to the server's final answer. Default 10 s. */
      readonly timeoutMs?: number
    },
  ) {}

  async send(mail: Mail): Promise<void> {
    await this.#attempt(async (pool, signal) => {
      const { from, to, bytes } = await composeMail(mail, this.options)
      const envelope = { from: { name: '', address: from }, to: [{ name: '', address: to }] }
      const { accepted, rejected } = await pool.sendMail({ envelope, raw: bytes, signal })
      if (accepted.length !== 1 || rejected.length > 0) throw new Error('not taken for its one recipient')
    })
  }

  async check(): Promise<void> {
    await this.#attempt((pool, signal) => unlessAborted(signal, pool.verify()))
  }

  /** It keeps none. */
  remove(): Promise<void> {
    return Promise.resolve()
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#busy)
    const pool = await this.#pool
    pool?.close()
  }

  async #attempt(act: (pool: Pool, signal: AbortSignal) => Promise<unknown>): Promise<void> {
    if (this.#busy.size >= mailsAtOnce) throw new AppError('RATE_LIMITED', { retryAfterMs })
    const { log, server } = this.options
    const fields = { server: `${server.host}:${String(server.port)}` }
    const trying = attemptDelivery(() => this.#bounded(act), { log, failure: 'mail.rejected', fields })
    this.#busy.add(trying)
    try {
      await trying
    } finally {
      this.#busy.delete(trying)
    }
  }

  async #bounded(act: (pool: Pool, signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const deadline = new AbortController()
    const limitMs = this.#timeoutMs()
    const timer = setTimeout(() => deadline.abort(new SilentMailServer(this.#phases.longest, limitMs)), limitMs)
    try {
      this.#pool ??= this.#open()
      await act(await this.#pool, deadline.signal)
    } catch (error) {
      // the library replaces the reason
      throw deadline.signal.aborted ? deadline.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  async #open(): Promise<Pool> {
    const { createTransport } = await import('nodemailer')
    const { host, port, isSecure, requiresTls, checksCertificate, credentials } = this.options.server
    const timeoutMs = this.#timeoutMs()
    return createTransport({
      pool: true,
      host,
      port,
      secure: isSecure,
      requireTLS: requiresTls,
      tls: { rejectUnauthorized: checksCertificate },
      ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
      maxConnections: connections,
      // a connection may fail after the mail was delivered
      maxRequeues: 0,
      idleTimeout: idleMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      transactionLog: true,
      logger: this.#phases.logger,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  #timeoutMs(): number {
    return this.options.timeoutMs ?? defaultTimeoutMs
  }
}
