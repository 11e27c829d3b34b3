import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** What the server does with a client. */
export type SmtpBehaviour =
  | 'accepts'
  | 'refuses the recipient'
  | 'refuses all recipients'
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

/** A real SMTP server on the loopback that behaves as a test says. */
export class SmtpFixture {
  behaviour: SmtpBehaviour = 'accepts'
  /** Mails that have arrived completely, accepted or not. */
  readonly seen: TakenMail[] = []
  connections = 0
  readonly #open = new Set<Socket>()

  private constructor(private readonly server: SMTPServer) {}

  static async open(options: SMTPServerOptions = {}): Promise<SmtpFixture> {
    const made: { fixture?: SmtpFixture } = {}
    const fixture = () => {
      if (!made.fixture) throw new Error('nobody comes before it listens')
      return made.fixture
    }
    const server = new SMTPServer({
      disabledCommands: ['AUTH'],
      hideSTARTTLS: true,
      logger: false,
      closeTimeout: 1,
      onConnect: (session, done) => fixture().#greet(session, done),
      onRcptTo: (_address, session, done) => fixture().#hearRecipient(session, done),
      onData: (stream, session, done) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void buffer(stream).then(async (bytes) =>
          fixture().#hearMail({ recipients, mail: await simpleParser(bytes) }, session, done),
        )
      },
      ...options,
    })
    // errors of cut connections are expected
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      fixture().connections += 1
      fixture().#open.add(socket)
      socket.on('close', () => fixture().#open.delete(socket))
    })
    made.fixture = new SmtpFixture(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return made.fixture
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port
  }

  get url(): string {
    return `smtp://127.0.0.1:${String(this.port)}`
  }

  get openConnections(): number {
    return this.#open.size
  }

  /** Ends the connection from a port, or every connection, in any state. */
  cut(from?: number): void {
    for (const socket of this.#open) if (from === undefined || socket.remotePort === from) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.server.close(resolve))
  }

  #greet({ remotePort }: SMTPServerSession, done: (error?: Error) => void): void {
    if (this.behaviour === 'hangs before its greeting') return
    if (this.behaviour === 'cuts before its greeting') this.cut(remotePort)
    else done(this.behaviour === 'refuses all recipients' ? refusal(554, 'nobody at mail.secret.example') : undefined)
  }

  #hearRecipient({ remotePort }: SMTPServerSession, done: (error?: Error) => void): void {
    if (this.behaviour === 'hangs after the recipient') return
    if (this.behaviour === 'cuts after the recipient') this.cut(remotePort)
    else
      done(this.behaviour === 'refuses the recipient' ? refusal(550, 'no such user at mail.secret.example') : undefined)
  }

  #hearMail(mail: TakenMail, { remotePort }: SMTPServerSession, done: (error?: Error) => void): void {
    this.seen.push(mail)
    if (this.behaviour === 'hangs after the mail') return
    if (this.behaviour === 'cuts after the mail') this.cut(remotePort)
    else done(this.behaviour === 'refuses the mail' ? refusal(552, 'too much for mail.secret.example') : undefined)
  }
}
