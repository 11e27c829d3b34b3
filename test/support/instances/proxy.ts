import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@parley/testing'
import { freePort } from '../app/free-port.js'

export type ProxyKind = 'HAProxy' | 'nginx'

interface ProxyProgram {
  readonly user: string
  readonly file: string
  /** The configuration of the product, for these addresses and this folder, and the arguments that name it. */
  configure(text: string, at: ProxyPlaces): readonly string[]
  readonly reload: NodeJS.Signals
  /** What the program writes when it has received the signal, and when it has started the new processes. */
  readonly begun: RegExp
  readonly loaded: RegExp
}

interface ProxyPlaces {
  readonly folder: string
  readonly listen: string
  readonly instances: readonly string[]
}

const isRoot = process.getuid?.() === 0

const programs: Readonly<Record<ProxyKind, ProxyProgram>> = {
  HAProxy: {
    user: 'haproxy',
    file: 'ops/haproxy/haproxy.cfg',
    configure: (text, { folder, listen, instances: [first = '', second = ''] }) => {
      const users = isRoot ? [] : [['  user haproxy\n', ''] as const, ['  group haproxy\n', ''] as const]
      const places = [
        ['bind :8080', `bind ${listen}`],
        ['app1:8080', first],
        ['app2:8080', second],
        ['/var/lib/haproxy/', `${folder}/`],
        // a test may have fewer files open
        ['maxconn 20000', 'maxconn 1000'],
      ] as const
      writeFileSync(join(folder, 'haproxy.cfg'), replaced(text, [...users, ...places]))
      return ['haproxy', '-W', '-db', '-f', join(folder, 'haproxy.cfg')]
    },
    reload: 'SIGUSR2',
    begun: /Reloading HAProxy/g,
    loaded: /Loading success/g,
  },
  nginx: {
    user: 'www-data',
    file: 'ops/nginx/parley.conf',
    configure: (text, { folder, listen, instances: [first = '', second = ''] }) => {
      const places = [
        ['listen 8080', `listen ${listen}`],
        ['app1:8080', first],
        ['app2:8080', second],
      ] as const
      writeFileSync(join(folder, 'parley.conf'), replaced(text, places))
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const folders = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
      const main = `daemon off; pid ${folder}/pid; error_log stderr notice; worker_shutdown_timeout 15m;`
      const http = `access_log off; ${folders} include ${folder}/parley.conf;`
      writeFileSync(join(folder, 'nginx.conf'), `${main} events { worker_connections 1024; } http { ${http} }`)
      return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
    },
    reload: 'SIGHUP',
    begun: /reconfiguring/g,
    loaded: /start worker process \d+/g,
  },
}

/** Whether the suite runs with the proxies of the distribution (`.ci/proxies.sh`). */
export const hasProxies = () => process.env['TEST_PROXIES'] === '1'

/** A proxy of the distribution on a free port of the loopback, with the configuration that `ops/` has for it. */
export class Proxy {
  #output = ''

  private constructor(
    readonly url: string,
    private readonly program: ProxyProgram,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
  }

  /** Resolves when a request passes through it. `instances`: host and port of both. */
  static async start(kind: ProxyKind, instances: readonly string[]): Promise<Proxy> {
    const program = programs[kind]
    const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
    const listen = `127.0.0.1:${String(await freePort())}`
    const [command = '', ...args] = program.configure(readFileSync(program.file, 'utf8'), { folder, listen, instances })
    const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, program.user]).toString()))
    chmodSync(folder, 0o755)
    if (isRoot) chownSync(folder, uid ?? 0, gid ?? 0)
    const user = isRoot ? { uid, gid } : {}
    const child = spawn(command, args, { ...user, stdio: ['ignore', 'pipe', 'pipe'] })
    const proxy = new Proxy(`http://${listen}`, program, child, folder)
    await until(`${kind} passes requests on`, async () => {
      if (child.exitCode !== null) throw new Error(`${kind} does not start: ${proxy.#output}`)
      return fetch(`${proxy.url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
    return proxy
  }

  /** Loads the configuration again. Resolves when the new processes have started. */
  async reload(): Promise<void> {
    const { begun, loaded, reload } = this.program
    const count = (pattern: RegExp) => this.#output.match(pattern)?.length ?? 0
    const before = { begun: count(begun), loaded: count(loaded) }
    let sentAt = -Infinity
    await until('the proxy has loaded its configuration again', () => {
      // HAProxy loses a signal that arrives just after the previous reload
      const isDue = count(begun) === before.begun && performance.now() - sentAt > 500
      if (isDue) sentAt = performance.now()
      if (isDue) this.child.kill(reload)
      return count(loaded) > before.loaded
    })
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit')
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM')
      await ended
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the configuration has no "${from}"`)
    return changed.replaceAll(from, to)
  }, text)
}
