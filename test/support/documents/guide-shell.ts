import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isBuildFresh } from '../../../tools/sources.mjs'
import { freePort } from '../app/free-port.js'
import { blocksOf, type Block } from './pages.js'

const shellLanguages: readonly string[] = ['bash', 'sh', 'js']

/** The settings of a server's default ports. */
const ports = {
  ...{ 8080: 'APP_PORT', 8000: 'CHATLOG_PORT', 3001: 'ADMIN_PORT' },
  ...{ 8001: 'AI_GATEWAY_PORT', 8002: 'AI_OFFICE_PORT', 8003: 'AI_CHARACTER_PORT' },
}
/** Ports that occur only in guides. */
const otherPorts = ['8005', '8443']

/** Longer than every page needs on a loaded machine; shorter than the tests wait. */
const hangsAfterMs = 270_000

export interface ShellRun {
  readonly code: number | null
  readonly stdout: string
  /** The error output, with the position of each example before its own output. */
  readonly stderr: string
}

/** The examples of a page for a shell, marked or not. A part of a file is run where that file is tested. */
export const shellBlocksOf = (page: string): Block[] =>
  blocksOf(page).filter(({ language, mark }) => shellLanguages.includes(language) && mark?.kind !== 'file')

/**
 * Runs the shell and JavaScript examples of a page in order in one shell, against a new server. Examples of other pages
 * run after the first conversation of the README.
 */
export async function runExamples(page: string, env: Readonly<Record<string, string>>): Promise<ShellRun> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-guide-'))
  for (const name of ['node_modules', 'docs']) symlinkSync(resolve(name), join(folder, name))
  const before = page === 'README.md' ? [] : blocksOf('README.md').filter(isConversation)
  const blocks = [...before, ...shellBlocksOf(page)].filter(({ mark }) => mark?.kind !== 'not run')
  const script = [
    readFileSync('test/support/documents/guide-shell.sh', 'utf8'),
    'npm start',
    ...blocks.map(lineOf),
  ].join('\n')
  const free = new Map<string, string>()
  for (const port of [...Object.keys(ports), ...otherPorts]) free.set(port, String(await freePort()))
  const settings = Object.entries(ports).map(([port, name]): [string, string] => [name, free.get(port) ?? ''])
  try {
    return await runShell(withPorts(script, free), folder, {
      PATH: process.env['PATH'],
      REPOSITORY: resolve('.'),
      BUILD: isBuildFresh() ? resolve('dist') : '',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOAD_LIMITS: '{"eventLoopMs":false}',
      ...Object.fromEntries(settings),
      ...env,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Whether a block registers, logs in or creates the room that other pages use; none of these sends a message. */
const isConversation = ({ language, code }: Block) => language === 'bash' && /^(BASE=http|CHARACTER=)/.test(code)

function lineOf({ page, line, language, code, mark }: Block): string {
  const place = `echo '--- ${page}:${String(line)}' >&2`
  if (language === 'js') return `${place}\nnode --input-type=module <<'EXAMPLE'\n${code}EXAMPLE`
  return mark === undefined ? `${place}\n${code}` : `${place}\n(read_settings\n${code})`
}

function runShell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ShellRun> {
  // in its own process group, so that the server and its workers end with it
  const child = spawn('bash', ['-c', script], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: hangsAfterMs,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // a run of tests that is ended by a signal waits for no test
  const end = () => endGroup(child.pid)
  process.once('exit', end)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', () => {
      process.off('exit', end)
      end()
    })
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has already ended
  }
}

const withPorts = (script: string, free: ReadonlyMap<string, string>) =>
  script.replaceAll(/\b(?:8080|800[01235]|3001|8443)\b/g, (port) => free.get(port) ?? '')
