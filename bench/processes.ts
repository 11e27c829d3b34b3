import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { within } from '@parley/runtime'
import { freePort } from '../test/support/app/free-port.js'

export interface ServerProgram {
  /** The name of the server in the results. */
  readonly name: string
  /** The arguments of node: flags and program. */
  readonly args: readonly string[]
  /** In addition to PATH and NODE_ENV=production. */
  readonly env: Readonly<Record<string, string>>
  /** The environment variable for its port. */
  readonly portName: string
  /** The file of its output. */
  readonly logFile: string
}

/** A server in its own process. */
export interface ServerProcess {
  readonly name: string
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
/** The arguments of node in `npm start`: flags and program. */
export const serverArgs: readonly string[] = scripts.start.replace('exec node ', '').split(' ')
/** Of every server, so that a comparison is one of programs. */
export const nodeFlags = serverArgs.slice(0, -1)

const startTimeoutMs = 30_000
const stopTimeoutMs = 30_000

/** Resolves when the server answers. Rejects when it ends before that, or after a timeout. */
export async function startServer({ name, args, env, portName, logFile }: ServerProgram): Promise<ServerProcess> {
  const port = await freePort()
  const output = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ENV_FILE: '/dev/null', ...env, [portName]: String(port) },
    stdio: ['ignore', output, output],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await within(stopTimeoutMs, ended, () => child.kill('SIGKILL'))
    await ended
  }
  const giveUpAt = performance.now() + startTimeoutMs
  while (!(await answers(url))) {
    if (child.exitCode === null && performance.now() < giveUpAt) continue
    if (child.exitCode === null) await stop()
    throw new Error(`${name} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
  }
  return { name, url, pid: child.pid ?? 0, stop }
}

/**
 * Milliseconds of CPU time that a process and its children have used, all threads, in user and kernel mode. Read from
 * the kernel (Linux), so that the measured processes are not involved; the resolution is 10 ms.
 */
export function cpuMsOf(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOf(child), ownCpuMsOf(pid))
}

/** Like `cpuMsOf`, without the children. */
export function ownCpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // the name of the program, in parentheses, may contain spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The resident memory of a process, in MB (10^6 bytes). Read from the kernel. */
export function residentMbOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}

/**
 * The memory of a process and its children, in MB (10^6 bytes); of pages that several processes share each counts its
 * part (PSS). Read from the kernel.
 */
export function pssMbOf(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return childrenOf(pid).reduce((sum, child) => sum + pssMbOf(child), (Number(kilobytes) * 1024) / 1e6)
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/health/ready`)
    return true
  } catch {
    // no process listens on it yet
    await pause(50)
    return false
  }
}
