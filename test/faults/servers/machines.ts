import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import type { Host } from '../../cluster/servers/host.js'

const ip = (...args: readonly string[]) => void execFileSync('ip', args, { stdio: 'pipe' })
const bridge = 'machines'
const network = '10.77.0'

/** A host with a network of its own, whose cable can be pulled: what is sent to it is then lost without an answer. */
export interface Machine extends Host {
  /** Pulls the cable. */
  cut(): void
  join(): void
}

/** Machines on one network with this process, which has one of its own (`.ci/faults.sh`). */
export class Machines {
  readonly #keepers: ChildProcess[] = []

  constructor(private readonly hostsFile: string) {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${network}.254/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
  }

  async add(name: string): Promise<Machine> {
    const number = this.#keepers.length + 1
    // the network lives as long as its process, which ends with this one
    const keeper = spawn('unshare', ['--net', 'setpriv', '--pdeathsig', 'KILL', 'sleep', 'infinity'], {
      stdio: 'ignore',
    })
    this.#keepers.push(keeper)
    await once(keeper, 'spawn')
    const enter = ['nsenter', `--net=/proc/${keeper.pid ?? 0}/ns/net`, '--']
    const [cable, plug] = [`cable${number}`, `plug${number}`]
    const address = `${network}.${number}`
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', plug)
    await isApart(keeper)
    ip('link', 'set', plug, 'netns', String(keeper.pid))
    ip('link', 'set', cable, 'master', bridge, 'up')
    const within = (...args: readonly string[]) => void execFileSync('nsenter', [...enter.slice(1), 'ip', ...args])
    within('link', 'set', 'lo', 'up')
    within('addr', 'add', `${address}/24`, 'dev', plug)
    within('link', 'set', plug, 'up')
    this.lead(name, address)
    return {
      ...{ name, address, enter },
      cut: () => ip('link', 'set', cable, 'down'),
      join: () => ip('link', 'set', cable, 'up'),
    }
  }

  /** Lets a name lead to an address. */
  lead(name: string, address: string): void {
    const others = readFileSync(this.hostsFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith(` ${name}`))
    // in place: the file is mounted
    writeFileSync(this.hostsFile, `${[...others, `${address} ${name}`].join('\n')}\n`)
  }

  close(): void {
    for (const keeper of this.#keepers) keeper.kill('SIGKILL')
    ip('link', 'del', bridge)
  }
}

/** Resolves when the process has left this network. */
async function isApart(keeper: ChildProcess): Promise<void> {
  const networkOf = (pid: string) => readlinkSync(`/proc/${pid}/ns/net`)
  while (networkOf(String(keeper.pid)) === networkOf('self')) await new Promise((resolve) => setTimeout(resolve, 5))
}
