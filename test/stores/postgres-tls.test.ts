import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEach, expect, it } from '@jest/globals'
import { openMigrated } from '../../src/database/open-database.js'

const fixture = (name: string) => new URL(`../fixtures/tls/${name}.pem`, import.meta.url).pathname
const sockets = new Set<Socket>()
let server: Server | undefined

/** The beginning of a connection to PostgreSQL: the client asks for TLS, and the server answers S or N. */
async function listen(answer: 'S' | 'N', host = '127.0.0.1'): Promise<string> {
  const [cert, key] = ['first-cert', 'first-key'].map((name) => readFileSync(fixture(name)))
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(answer)
      if (answer === 'N') return
      const secure = new TLSSocket(socket, { isServer: true, cert, key })
      secure.on('error', () => undefined)
      // it ends where a real one would ask for the password
      secure.once('data', () => secure.destroy())
    })
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `postgres://parley@${host}:${String((listening.address() as AddressInfo).port)}/parley`
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

const opened = async (url: string) => (await openMigrated({ url, dataDir: '/tmp' })).close()

it('the start names the reason when no trusted authority has signed the certificate of PostgreSQL', async () => {
  const url = await listen('S')
  await expect(opened(`${url}?sslmode=verify-full`)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message:
      'names a server whose certificate is not signed by an authority that this machine trusts: name the certificate of the authority with sslrootcert=FILE',
  })
})

it.each(['sslmode=no-verify', `sslmode=verify-full&sslrootcert=${fixture('first-cert')}`])(
  'the start trusts the certificate with %s',
  async (parameters) => {
    const url = await listen('S')
    await expect(opened(`${url}?${parameters}`)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ cannot be reached$/),
    })
  },
)

it('the start names the reason when another authority has signed it', async () => {
  const url = await listen('S')
  await expect(opened(`${url}?sslmode=verify-full&sslrootcert=${fixture('second-cert')}`)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('is not signed by an authority that this machine trusts'),
  })
})

it('the start names the reason when the server has no TLS', async () => {
  const url = await listen('N')
  await expect(opened(`${url}?sslmode=verify-full`)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'asks for TLS (sslmode), and the server has none: turn it on there, or leave sslmode out',
  })
})

it('the start names a file of a certificate that cannot be read', async () => {
  const url = await listen('S')
  await expect(opened(`${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message:
      "names a file of a certificate or key that cannot be read: ENOENT: no such file or directory, open '/nowhere/ca.pem'",
  })
})
