import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { simpleParser } from 'mailparser'
import { createLogger } from '@parley/runtime'
import { FolderMailer } from '../../src/ports/mailer/folder-mailer.js'
import { SmtpMailer, type SmtpServer } from '../../src/ports/mailer/smtp-mailer.js'
import { mailerContract, mailFrom, mailTo } from '../contracts/mailer.js'
import { recipientsOf } from '../support/accounts/mailbox.js'
import { SmtpFixture, type SmtpBehaviour } from '../support/accounts/smtp-fixture.js'

const root = mkdtempSync(join(tmpdir(), 'parley-mail-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const clock = () => 1_800_000_000_000
const log = createLogger('silent')
const plain = { host: '127.0.0.1', isSecure: false, requiresTls: false, checksCertificate: true } as const

mailerContract('SMTP', async (lines) => {
  const fixture = await SmtpFixture.open()
  const closed = await SmtpFixture.open()
  const { port } = closed
  await closed.close()
  const open = (server: SmtpServer) => new SmtpMailer({ server, from: mailFrom, log: lines, clock })
  return {
    mailer: open({ ...plain, port: fixture.port }),
    lost: open({ ...plain, port }),
    taken: async () => fixture.seen,
    close: () => fixture.close(),
  }
})

mailerContract(
  'folder',
  async (lines) => {
    const folder = join(root, 'contract', 'mail')
    const file = join(root, 'a file')
    writeFileSync(file, '')
    return {
      mailer: new FolderMailer({ folder, from: mailFrom, log: lines, clock }),
      lost: new FolderMailer({ folder: join(file, 'mail'), from: mailFrom, log: lines, clock }),
      taken: () =>
        Promise.all(
          filesOf(folder).map(async (name) => {
            const mail = await simpleParser(readFileSync(join(folder, name)))
            return { recipients: recipientsOf(mail), mail }
          }),
        ),
      close: async () => undefined,
    }
  },
  { keeps: true },
)

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    // the folder is created with the first mail
    return []
  }
}

describe('mails in a folder', () => {
  it('are files that only their owner can read, in the order of their times, and are deleted after seven days', async () => {
    const folder = join(root, 'kept')
    let now = clock()
    const mailer = new FolderMailer({ folder, from: mailFrom, log, clock: () => now })
    await mailer.send(mailTo('ada@example.com'))
    writeFileSync(join(folder, 'note.txt'), 'mine')
    const [first = ''] = readdirSync(folder)
    expect(first).toMatch(/^20270115T080000000Z-[0-9a-f-]{36}\.eml$/)
    expect([statSync(folder).mode & 0o777, statSync(join(folder, first)).mode & 0o777]).toEqual([0o700, 0o600])
    now += 7 * 24 * 60 * 60 * 1000
    await mailer.send(mailTo('ada@example.com'))
    expect(readdirSync(folder)).toContain(first)
    now += 60 * 60 * 1000
    await mailer.send(mailTo('ada@example.com'))
    expect(readdirSync(folder)).not.toContain(first)
    expect(readdirSync(folder)).toHaveLength(3)
  })
})

describe('a mail server', () => {
  let fixture: SmtpFixture
  let mailer: SmtpMailer
  // for servers that hang; on a loaded machine a mail that arrives needs most of it
  const timeoutMs = 1_500
  beforeAll(async () => {
    fixture = await SmtpFixture.open()
  })
  afterAll(() => fixture.close())
  beforeEach(() => {
    fixture.seen.length = 0
    fixture.connections = 0
    mailer = new SmtpMailer({ server: { ...plain, port: fixture.port }, from: mailFrom, log, clock })
  })
  afterEach(() => mailer.close())

  const refused = { code: 'INTERNAL_SERVER_ERROR', message: 'The mail could not be delivered' }

  /** With this behaviour a mail fails and is not retried, and the next one arrives. */
  async function failsOnce(at: SmtpFixture, by: SmtpMailer, behaviour: SmtpBehaviour): Promise<void> {
    at.behaviour = behaviour
    await expect(by.send(mailTo('ada@example.com'))).rejects.toMatchObject(refused)
    expect([at.connections, at.seen.length]).toEqual([1, behaviour.endsWith('the mail') ? 1 : 0])
    at.behaviour = 'accepts'
    await by.send(mailTo('bob@example.com'))
    expect(at.seen.at(-1)?.recipients).toEqual(['bob@example.com'])
  }

  const quick: readonly SmtpBehaviour[] = [
    'refuses the recipient',
    'refuses all recipients',
    'refuses the mail',
    'cuts before its greeting',
    'cuts after the recipient',
    'cuts after the mail',
  ]
  it.each(quick)('that %s fails a mail, which is not retried; the next one arrives', async (behaviour) => {
    await failsOnce(fixture, mailer, behaviour)
  })

  it('that hangs, at any point, fails a mail in time, which is not retried', async () => {
    const hangs = async (behaviour: SmtpBehaviour, phase: string) => {
      const own = await SmtpFixture.open()
      const server = { ...plain, port: own.port }
      const lines: object[] = []
      const add = (fields: object, event: string) => void lines.push({ event, ...fields })
      const kept = { debug: add, info: add, warn: add, error: add }
      const impatient = new SmtpMailer({ server, from: mailFrom, log: kept, clock, timeoutMs })
      await failsOnce(own, impatient, behaviour)
      const silence = { reason: 'ETIMEDOUT', phase, limitMs: timeoutMs }
      expect(lines).toEqual([{ event: 'mail.rejected', server: `127.0.0.1:${String(own.port)}`, ...silence }])
      own.behaviour = 'hangs before its greeting'
      await expect(impatient.check()).rejects.toMatchObject(refused)
      await impatient.close()
      await own.close()
    }
    await Promise.all([
      hangs('hangs before its greeting', 'greeting'),
      hangs('hangs after the recipient', 'RCPT TO'),
      hangs('hangs after the mail', 'answer to the mail'),
    ])
  })

  it('that accepts a connection and hangs in the handshake of TLS has a line with the phase', async () => {
    const sockets = new Set<Socket>()
    const offersTls = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.write('220 ready\r\n')
      socket.on('data', (text) => {
        if (text.includes('EHLO')) socket.write('250-ready\r\n250 STARTTLS\r\n')
        else if (text.includes('STARTTLS')) socket.write('220 go ahead\r\n')
      })
    })
    const saysNothing = createServer((socket) => void sockets.add(socket))
    for (const [server, isSecure, phase] of [
      [offersTls, false, 'TLS'],
      [saysNothing, true, 'connect'],
    ] as const) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const lines: object[] = []
      const add = (fields: object, event: string) => void lines.push({ event, ...fields })
      const kept = { debug: add, info: add, warn: add, error: add }
      const options = { from: mailFrom, log: kept, clock, timeoutMs }
      const impatient = new SmtpMailer({ server: { ...plain, port, isSecure }, ...options })
      await expect(impatient.send(mailTo('ada@example.com'))).rejects.toMatchObject(refused)
      const silence = { reason: 'ETIMEDOUT', phase, limitMs: timeoutMs }
      expect(lines).toEqual([{ event: 'mail.rejected', server: `127.0.0.1:${String(port)}`, ...silence }])
      for (const socket of sockets) socket.destroy()
      await impatient.close()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it.each<SmtpBehaviour>(['refuses all recipients', 'cuts before its greeting'])(
    'that %s is not ready',
    async (behaviour) => {
      fixture.behaviour = behaviour
      await expect(mailer.check()).rejects.toMatchObject(refused)
      fixture.behaviour = 'accepts'
      await mailer.check()
    },
  )

  it('is reached over a few connections, which are reused', async () => {
    fixture.behaviour = 'accepts'
    const send = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => mailer.send(mailTo(`crowd${at}@example.com`))))
    await send(20)
    await send(20)
    expect(fixture.seen).toHaveLength(40)
    expect(fixture.connections).toBeLessThanOrEqual(5)
  })

  it('that hangs does not accumulate mails without a limit', async () => {
    fixture.behaviour = 'hangs after the recipient'
    const impatient = new SmtpMailer({
      server: { ...plain, port: fixture.port },
      from: mailFrom,
      log,
      clock,
      timeoutMs,
    })
    const mails = Array.from({ length: 70 }, (_, at) => impatient.send(mailTo(`crowd${at}@example.com`)))
    const codes = (await Promise.allSettled(mails)).map((one) => (one as { reason: { code: string } }).reason.code)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(6)
    expect(codes.filter((code) => code === 'INTERNAL_SERVER_ERROR')).toHaveLength(64)
    fixture.behaviour = 'accepts'
    await impatient.send(mailTo('ada@example.com'))
    await impatient.close()
  })

  it('receives a user and a password, and nothing without TLS when that is required', async () => {
    const logins: unknown[] = []
    const strict = await SmtpFixture.open({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password: secret }, _session, done) => {
        logins.push([username, secret])
        done(null, { user: username })
      },
    })
    const credentials = { user: 'parley', password: 'p@ss/word' }
    const server = { ...plain, port: strict.port, credentials }
    const open = new SmtpMailer({ server, from: mailFrom, log, clock })
    await open.send(mailTo('ada@example.com'))
    expect(logins).toEqual([['parley', 'p@ss/word']])
    const careful = new SmtpMailer({ server: { ...server, requiresTls: true }, from: mailFrom, log, clock })
    await expect(careful.send(mailTo('bob@example.com'))).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect([logins.length, strict.seen.length]).toEqual([1, 1])
    await Promise.all([open.close(), careful.close()])
    await strict.close()
  })

  it.each([true, false])(
    'with an untrusted certificate is used only when that is configured (TLS first: %s)',
    async (secure) => {
      const secret = await SmtpFixture.open({ secure, hideSTARTTLS: false })
      const server = { ...plain, port: secret.port, isSecure: secure, requiresTls: true }
      const careful = new SmtpMailer({ server, from: mailFrom, log, clock })
      await expect(careful.send(mailTo('ada@example.com'))).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
      const trusting = new SmtpMailer({ server: { ...server, checksCertificate: false }, from: mailFrom, log, clock })
      await trusting.send(mailTo('bob@example.com'))
      expect(secret.seen.map(({ recipients }) => recipients)).toEqual([['bob@example.com']])
      await Promise.all([careful.close(), trusting.close()])
      await secret.close()
    },
  )

  it('has no connection left when the mailer is closed', async () => {
    fixture.behaviour = 'accepts'
    await mailer.send(mailTo('ada@example.com'))
    expect(fixture.openConnections).toBe(1)
    await mailer.close()
    await expect(mailer.send(mailTo('bob@example.com'))).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  })
})
