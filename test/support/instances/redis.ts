import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../app/free-port.js'

/** The server of TEST_REDIS_URL (`.ci/redis.sh`), shared by all suites; undefined without one. */
export function testRedis(): string | undefined {
  const url = process.env['TEST_REDIS_URL']
  return url === '' ? undefined : url
}

const portArgument = 'PORT'
const certificate = (part: string) => new URL(`../../fixtures/tls/first-${part}.pem`, import.meta.url).pathname

/** Options of a server that speaks only TLS, with a self-signed certificate. */
export const tlsArguments = [
  ...['--port', '0', '--tls-port', portArgument, '--tls-auth-clients', 'no'],
  ...['--tls-cert-file', certificate('cert'), '--tls-key-file', certificate('key')],
  ...['--tls-ca-cert-file', certificate('cert')],
]

/** A Redis server of one test, without persistence, which the test may kill and start again on its port. */
export class RedisServer {
  #child: ChildProcess | undefined

  private constructor(
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  /** `args`: options of redis-server, such as `--requirepass`. */
  static async start(...args: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args)
    await server.restart()
    return server
  }

  get url(): string {
    return `${this.args.includes('--tls-port') ? 'rediss' : 'redis'}://127.0.0.1:${this.port}`
  }

  /** Resolves when it accepts connections. */
  async restart(): Promise<void> {
    const fixed = ['--bind', '127.0.0.1', '--port', String(this.port), '--save', '', '--appendonly', 'no']
    const args = this.args.map((each) => (each === portArgument ? String(this.port) : each))
    const child = spawn('redis-server', [...fixed, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', () => reject(new Error(`redis-server does not start: ${output}`)))
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Ready to accept connections')) resolve()
      })
    })
  }

  /** It answers nothing until it is resumed. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  /** `kill -9`: its data is lost. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child?.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** A connection of the test's own; the caller must disconnect it. */
export function redisClient(url: string): Redis {
  const client = new Redis(url)
  client.on('error', () => undefined)
  return client
}
