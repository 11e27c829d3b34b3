import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Whether the run has strace (`.ci/strace.sh`). */
export const hasStrace = () => process.env['TEST_STRACE'] === '1'

/** The calls of all threads of a process during `work`, one line each, in the order in which they ended. */
export async function systemCallsDuring(
  pid: number,
  calls: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  return (await tracedDuring(pid, calls, work)).map(({ call }) => call)
}

interface TracedCall {
  readonly call: string
  /** Whether the thread that runs JavaScript made it. */
  readonly isOfMainThread: boolean
}

/** As `systemCallsDuring`, with the threads. */
export async function tracedDuring(
  pid: number,
  calls: readonly string[],
  work: () => Promise<unknown>,
): Promise<TracedCall[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-trace-'))
  try {
    const file = join(folder, 'calls')
    // -ff: a file for each thread, so that no call is cut in two; -y: the paths of open files
    // -ttt, -T: when they began, and how long they took
    const args = [
      '-ff',
      '-ttt',
      '-T',
      '-y',
      '-s',
      '16384',
      '-e',
      `trace=${calls.join()}`,
      '-o',
      file,
      '-p',
      String(pid),
    ]
    const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(tracer, 'exit')
    const said = createInterface(tracer.stderr)
    try {
      const [first] = (await once(said, 'line')) as [string]
      if (!first.includes('attached')) throw new Error(first)
      await work()
    } finally {
      // strace leaves the process as it is and writes what it has seen
      tracer.kill('SIGINT')
      await ended
    }
    return readdirSync(folder)
      .flatMap((name) => {
        const isOfMainThread = name === `calls.${String(pid)}`
        return readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .flatMap((line) => {
            const [, began, call = '', took] = /^(\d+\.\d+) (.*) <(\d+\.\d+)>$/.exec(line) ?? []
            return began === undefined ? [] : [{ call, isOfMainThread, ended: Number(began) + Number(took) }]
          })
      })
      .sort((one, other) => one.ended - other.ended)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
