import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { simpleParser } from 'mailparser'
import type { ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'

/** What the server does with a client. */
export type SmtpMood =
  | 'takes'
  | 'refuses the recipient'
  | 'refuses everybody'
  | 'refuses the mail'
  | 'hangs before its greeting'
  | 'hangs after the recipient'
  | 'hangs after the mail'
  | 'cuts before its greeting'
  | 'cuts after the recipient'
  | 'cuts after the mail'

export interface TakenMail {
  readonly recipients: readonly string[]
  readonly mail: ParsedMail
}

const refusal = (responseCode: number, sentence: string) => Object.assign(new Error(sentence), { responseCode })

/** A real SMTP server on the loopback, in a mood. */
export class SmtpDesk {
  mood: SmtpMood = 'takes'
  /** Mails whose last byte has come, taken or not. */
  readonly seen: TakenMail[] = []
  connections = 0
  readonly #open = new Set<Socket>()

  private constructor(private readonly server: SMTPServer) {}

  static async open(options: SMTPServerOptions = {}): Promise<SmtpDesk> {
    const made: { desk?: SmtpDesk } = {}
    const desk = () => {
      if (!made.desk) throw new Error('nobody comes before it listens')
      return made.desk
    }
    const server = new SMTPServer({
      disabledCommands: ['AUTH'],
      hideSTARTTLS: true,
      logger: false,
      closeTimeout: 1,
      onConnect: (session, done) => desk().#greet(session, done),
      onRcptTo: (_address, session, done) => desk().#hearRecipient(session, done),
      onData: (stream, session, done) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void buffer(stream).then(async (bytes) =>
          desk().#hearMail({ recipients, mail: await simpleParser(bytes) }, session, done),
        )
      },
      ...options,
    })
    // what is cut ends in errors that need no report
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      desk().connections += 1
      desk().#open.add(socket)
      socket.on('close', () => desk().#open.delete(socket))
    })
    made.desk = new SmtpDesk(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return made.desk
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port
  }

  get url(): string {
    return `smtp://127.0.0.1:${String(this.port)}`
  }

  /** How many connections are open. */
  get openConnections(): number {
    return this.#open.size
  }

  /** Ends the connection from a port, or every one, whatever it is at. */
  cut(from?: number): void {
    for (const socket of this.#open) if (from === undefined || socket.remotePort === from) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.server.close(resolve))
  }

  #greet({ remotePort }: SMTPServerSession, done: (error?: Error) => void): void {
    if (this.mood === 'hangs before its greeting') return
    if (this.mood === 'cuts before its greeting') this.cut(remotePort)
    else done(this.mood === 'refuses everybody' ? refusal(554, 'nobody at mail.secret.example') : undefined)
  }

  #hearRecipient({ remotePort }: SMTPServerSession, done: (error?: Error) => void): void {
    if (this.mood === 'hangs after the recipient') return
    if (this.mood === 'cuts after the recipient') this.cut(remotePort)
    else done(this.mood === 'refuses the recipient' ? refusal(550, 'no such user at mail.secret.example') : undefined)
  }

  #hearMail(mail: TakenMail, { remotePort }: SMTPServerSession, done: (error?: Error) => void): void {
    this.seen.push(mail)
    if (this.mood === 'hangs after the mail') return
    if (this.mood === 'cuts after the mail') this.cut(remotePort)
    else done(this.mood === 'refuses the mail' ? refusal(552, 'too much for mail.secret.example') : undefined)
  }
}
