import { spawn } from 'node:child_process'

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  readonly pid: number
  readonly url: string
  /** Everything written so far, both streams. */
  readonly output: () => string
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>
  stop(signal: NodeJS.Signals): Promise<number | null>
}

const fromSources = ['--import', './tools/run-ts.mjs', 'src/main.ts']
export const fromBuild = ['dist/src/main.js']

/** Starts a server and waits until it is ready. Rejects with its output when it ends before. */
export async function startServer(env: Record<string, string>, args = fromSources): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { HOST: '127.0.0.1', APP_PORT: '0', ROLES: 'app', LOCAL_MODEL: 'scripted:', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const port = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /"port":(\d+)/.exec(output)
      if (found?.[1] !== undefined) resolve(found[1])
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    void ended.then((code) => reject(new Error(`ended with ${String(code)}: ${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
