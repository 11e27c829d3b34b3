import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { build } from 'esbuild'
import { z } from 'zod'
import { readConfig } from '../../src/config/config.js'
import { loadJwtSecret } from '../../src/config/data-folder/jwt-secret.js'
import { makePrivateFile } from '../../src/config/data-folder/data-dir.js'
import { DataLock } from '../../src/config/data-folder/data-lock.js'
import { createTestApp } from '../support/app/app.js'
import { faultsOf } from '../support/app/config-faults.js'
import { formOf } from '../support/rest/endpoint-cases.js'
import { noise } from '../support/images/pictures.js'

describe('in a data folder', () => {
  let folder: string
  let dataDir: string
  const children: ChildProcessWithoutNullStreams[] = []
  const taken = () => [`DATA_DIR: another Parley process is using ${dataDir}`]
  const modeOf = (path: string) => fs.statSync(path).mode & 0o777

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'parley-config-'))
    dataDir = join(folder, 'deep', 'data')
  })
  afterEach(async () => {
    await killAll()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('reports at once when it cannot be created in a system folder', () => {
    // Node's recursive mkdir never returns for this path
    expect(faultsOf(() => DataLock.acquire('/proc/parley'))).toEqual([
      expect.stringMatching(/^DATA_DIR: the folder \/proc\/parley cannot be made \(E[A-Z]+\)$/),
    ])
  })

  it('reports in one sentence that a file is where the folder, or one above it, should be', () => {
    fs.writeFileSync(join(folder, 'deep'), '')
    for (const act of [() => loadJwtSecret({ dataDir }), () => DataLock.acquire(dataDir)]) {
      expect(faultsOf(act)).toEqual([
        `DATA_DIR: the folder ${dataDir} cannot be made: ${join(folder, 'deep')} is not a folder`,
      ])
    }
  })

  describe('loadJwtSecret', () => {
    const secretFile = () => join(dataDir, 'jwt-secret')

    it('signs with JWT_SECRET when it is set, and writes nothing', () => {
      const key = loadJwtSecret({ jwtSecret: 's'.repeat(64), dataDir })
      expect(key.export()).toEqual(Buffer.from('s'.repeat(64)))
      expect(fs.readdirSync(folder)).toEqual([])
    })

    it('generates a secret once, readable only by its owner', () => {
      const key = loadJwtSecret({ dataDir })
      expect(key.symmetricKeySize).toBe(86)
      expect(loadJwtSecret({ dataDir }).equals(key)).toBe(true)
      expect(modeOf(secretFile())).toBe(0o600)
      expect(modeOf(dataDir)).toBe(0o700)
      expect(fs.readdirSync(dataDir)).toEqual(['jwt-secret'])
      expect(loadJwtSecret({ dataDir: join(folder, 'other') }).equals(key)).toBe(false)
    })

    it('is the same key when the content of the file moves into JWT_SECRET', () => {
      const key = loadJwtSecret({ dataDir })
      const { jwtSecret } = readConfig({ JWT_SECRET: fs.readFileSync(secretFile(), 'utf8').trim() })
      expect(loadJwtSecret({ jwtSecret, dataDir }).equals(key)).toBe(true)
    })

    it('refuses a file that others can read, and names the command to run', () => {
      loadJwtSecret({ dataDir })
      fs.chmodSync(secretFile(), 0o640)
      expect(faultsOf(() => loadJwtSecret({ dataDir }))).toEqual([
        `JWT_SECRET: others can read ${secretFile()}; run chmod 600 on it`,
      ])
    })

    it('refuses a file that holds too little, without repeating it', () => {
      loadJwtSecret({ dataDir })
      fs.writeFileSync(secretFile(), 'hush')
      const [fault = ''] = faultsOf(() => loadJwtSecret({ dataDir }))
      expect(fault).toMatch(/^JWT_SECRET: .* 64 bytes/)
      expect(fault).not.toContain('hush')
    })
  })

  describe('DataLock', () => {
    it('is held by one process at a time, and free again when released', () => {
      const lock = DataLock.acquire(dataDir)
      expect(faultsOf(() => DataLock.acquire(dataDir))).toEqual(taken())
      lock.release()
      lock.release()
      const next = DataLock.acquire(dataDir)
      expect(faultsOf(() => DataLock.acquire(dataDir))).toEqual(taken())
      next.release()
    })

    it('reports when the lock file cannot be locked, with the remedy for a damaged one', () => {
      loadJwtSecret({ dataDir })
      fs.writeFileSync(join(dataDir, 'lock'), 'not a database at all, but long enough'.repeat(40))
      expect(faultsOf(() => DataLock.acquire(dataDir))[0]).toMatch(
        /^DATA_DIR: the file .*lock cannot be locked \(SQLITE_NOTADB\): remove it while no server runs$/,
      )
    })

    it('keeps other processes out, and is freed by the system when its holder is killed', async () => {
      const [holder] = await startTogether(1)
      expect(holder?.answer.lock).toBe('held')
      expect(faultsOf(() => DataLock.acquire(dataDir))).toEqual(taken())
      await killAll()
      DataLock.acquire(dataDir).release()
    })
  })

  it('reports when others can read a file and its mode cannot be changed', () => {
    // root cannot change its mode either
    expect(faultsOf(() => makePrivateFile('/proc/self/status'))).toEqual([
      expect.stringMatching(
        /^DATA_DIR: others can read \/proc\/self\/status, and its mode cannot be changed \(E[A-Z]+\); run chmod go= on it$/,
      ),
    ])
  })

  it('keeps files in a folder that others can enter readable only by the owner', async () => {
    const othersCan = (root: string) =>
      fs
        .readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => !fs.statSync(join(root, name)).isDirectory() && (modeOf(join(root, name)) & 0o077) !== 0)
    const imagesOf = (root: string) =>
      fs.readdirSync(join(root, 'images')).map((name) => modeOf(join(root, 'images', name)))
    fs.mkdirSync(dataDir, { recursive: true })
    fs.chmodSync(dataDir, 0o755)
    const app = await createTestApp({ dataDir, embedded: true })
    const copy = join(folder, 'copy')
    try {
      const ada = await app.person('ada')
      const form = formOf({ image: await noise(3, 2).png().toBuffer() })
      expect((await ada.rest('POST', '/images', form)).status).toBe(200)
      expect(othersCan(dataDir)).toEqual([])
      expect(imagesOf(dataDir)).toEqual([0o700])
      expect(modeOf(dataDir)).toBe(0o755)
      // the files of a killed server, restored with lax modes
      const names = ['jwt-secret', 'lock', 'images', 'parley.db', 'parley.db-wal', 'parley.db-shm']
      for (const name of names.filter((each) => fs.existsSync(join(dataDir, each))))
        fs.cpSync(join(dataDir, name), join(copy, name), { recursive: true })
    } finally {
      await app.stop()
    }
    const careless = fs.readdirSync(copy).filter((name) => name !== 'jwt-secret')
    expect(careless).toContain('images')
    if (app.databaseUrl === undefined)
      expect(careless.sort()).toEqual(['images', 'lock', 'parley.db', 'parley.db-shm', 'parley.db-wal'])
    for (const name of careless) fs.chmodSync(join(copy, name), name === 'images' ? 0o755 : 0o644)
    for (const name of fs.readdirSync(join(copy, 'images'))) fs.chmodSync(join(copy, 'images', name), 0o755)
    const again = await createTestApp({ dataDir: copy, databaseUrl: app.databaseUrl, embedded: true })
    try {
      await again.person('bob')
      expect(othersCan(copy)).toEqual([])
      expect(imagesOf(copy)).toEqual([0o700])
    } finally {
      await again.close()
      await app.close()
    }
  })

  it('gives simultaneously starting processes one secret, and one of them the lock', async () => {
    const answers = (await startTogether(3)).map(({ answer }) => answer)
    expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1)
    expect(answers.filter(({ lock }) => lock === 'held')).toHaveLength(1)
    expect(answers.filter(({ lock }) => lock === taken()[0])).toHaveLength(2)
    expect(fs.readdirSync(dataDir).sort()).toEqual(['jwt-secret', 'lock'])
  })

  async function startTogether(count: number) {
    const script = await buildTaker()
    const started = Array.from({ length: count }, () => spawn(process.execPath, [script, dataDir]))
    children.push(...started)
    await Promise.all(started.map(nextLine))
    return Promise.all(
      started.map(async (child) => {
        child.stdin.write('go\n')
        return { child, answer: takerAnswer.parse(JSON.parse(await nextLine(child))) }
      }),
    )
  }

  /** Another process runs the real files, in a bundle with a script that uses them like main.ts. */
  async function buildTaker(): Promise<string> {
    const outfile = join(folder, 'taker.mjs')
    const external = ['libsql', 'pino', 'prom-client', '@opentelemetry/api', 'zod']
    const stdin = { contents: taker, resolveDir: '.' }
    await build({ stdin, outfile, external, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' })
    fs.symlinkSync(fs.realpathSync('node_modules'), join(folder, 'node_modules'))
    return outfile
  }

  async function killAll(): Promise<void> {
    await Promise.all(
      children.splice(0).map((child) => {
        child.kill('SIGKILL')
        return once(child, 'exit')
      }),
    )
  }
})

const takerAnswer = z.object({ secret: z.string(), lock: z.string() })

const taker = `
import { loadJwtSecret } from './src/config/data-folder/jwt-secret.ts'
import { DataLock } from './src/config/data-folder/data-lock.ts'

const [, , dataDir] = process.argv
process.stdin.once('end', () => process.exit())
process.stdin.once('data', () => {
  const secret = loadJwtSecret({ dataDir }).export().toString()
  console.log(JSON.stringify({ secret, lock: take() }))
})
console.log('ready')

function take() {
  try {
    DataLock.acquire(dataDir)
    return 'held'
  } catch (error) {
    return error.message
  }
}
`

/** The next line of a child's output, or its errors if it ends before that. */
async function nextLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  const complaint = once(child.stderr, 'data').then(([text]) => Promise.reject(new Error(String(text))))
  const spoken = once(child.stdout, 'data').then(([line]) => String(line))
  return Promise.race([spoken, complaint])
}
