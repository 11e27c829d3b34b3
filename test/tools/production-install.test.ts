import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { build } from 'esbuild'
import { z } from 'zod'

const texts = z.record(z.string(), z.string())
const manifest = z
  .object({ scripts: texts, dependencies: texts, optionalDependencies: texts, devDependencies: texts })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

// the server does not import the client, whose entries have other forms
const packages = readdirSync('packages').filter((name) => name !== 'client')
const manifestOf = (name: string) =>
  z
    .object({ dependencies: texts.optional(), exports: texts })
    .parse(JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')))

const commands = ['admin', 'backup', 'doctor', 'seed', 'upgrade-check', 'use-gpu'] as const
/** A process of its own for each document. */
const readingProgram = 'packages/documents/src/process/reading-program.ts'
const launchers = ['require-node.cjs', 'build-if-stale.mjs', 'run-built.mjs', 'sources.mjs']

const ownPackages = Object.fromEntries(
  packages.flatMap((name) =>
    Object.entries(manifestOf(name).exports).map(([entry, path]) => [
      join('@parley', name, entry),
      resolve('packages', name, path),
    ]),
  ),
)

/** The packages that a program of the build imports, also dynamically and through other files. */
async function packagesOf(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...{
      entryPoints,
      bundle: true,
      packages: 'external',
      alias: ownPackages,
      metafile: true,
      write: false,
      outdir: 'unwritten',
    },
    ...{ platform: 'node', format: 'esm', logLevel: 'silent' },
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.filter(({ external }) => external))
  const names = imports.map(({ path }) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return [...new Set(names)]
    .filter((name) => name !== '<runtime>' && !name.startsWith('node:') && !builtinModules.includes(name))
    .sort()
}

describe('an install without development dependencies', () => {
  it('has every package that the server and the commands of operators import', async () => {
    const installed = new Set(
      [
        manifest.dependencies,
        manifest.optionalDependencies,
        ...packages.map((name) => manifestOf(name).dependencies),
      ].flatMap((names) => Object.keys(names ?? {})),
    )
    const imported = await packagesOf(['main/main.ts', readingProgram, ...commands.map((name) => `tools/${name}.ts`)])
    expect(imported).toEqual(
      expect.arrayContaining(['express', 'graphql', 'libsql', 'node-llama-cpp', 'pino', 'unpdf', 'zod']),
    )
    // a package of pages, which the build puts into the program
    expect(imported.filter((name) => !installed.has(name))).toEqual(['katex'])
  })

  it('runs these commands from the build, and the start looks for one', () => {
    for (const name of commands)
      expect(manifest.scripts[name]).toMatch(new RegExp(`node --enable-source-maps tools/run-built.mjs ${name}$`))
    expect(manifest.scripts).toMatchObject({
      prestart: 'node tools/require-node.cjs && node tools/build-if-stale.mjs',
      start: 'exec node --min-semi-space-size=16 --max-semi-space-size=16 --enable-source-maps dist/main/main.js',
    })
  })

  it('is the install of the image', () => {
    const image = readFileSync('Dockerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1)
    for (const name of launchers) expect(image).toContain(`/app/tools/${name}`)
    // a program reads these at its start
    for (const folder of ['models', 'packages/documents/cmaps', 'packages/redis-queue/lua'])
      expect(image).toContain(`/app/${folder} ./${folder}`)
  })
})

describe('a checkout without development dependencies', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-install-'))
    for (const path of ['package.json', 'package-lock.json', 'tsconfig.build.json', 'tools'])
      cpSync(path, join(folder, path), { recursive: true })
    // another package may have installed it
    mkdirSync(join(folder, 'node_modules', 'typescript'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const run = (script: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'tools', script), ...args], {
      encoding: 'utf8',
      cwd: folder,
    })
    return { status, stdout, stderr }
  }

  /** Of other sources. */
  function putBuild(): void {
    mkdirSync(join(folder, 'dist', 'tools'), { recursive: true })
    writeFileSync(join(folder, 'dist', 'tools', 'admin.js'), 'console.log(JSON.stringify(process.argv.slice(2)))')
    writeFileSync(join(folder, 'dist', '.built'), 'another digest')
  }

  it.each([
    ['npm start', 'build-if-stale.mjs', []],
    ['npm run build', 'build.mjs', []],
    ['a command', 'run-built.mjs', ['admin', 'list']],
  ])('without a build: %s says in one sentence what to run', (_what, script, args) => {
    const { status, stdout, stderr } = run(script, ...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]* run npm ci && npm run build && npm prune --omit=dev first\.\n$/)
  })

  it('with a build starts it, and runs its commands with their arguments, even if the sources are others', () => {
    putBuild()
    expect(run('build-if-stale.mjs')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(run('run-built.mjs', 'admin', 'grant', '--json')).toEqual({
      status: 0,
      stdout: '["grant","--json"]\n',
      stderr: '',
    })
  })

  it('treats an interrupted build as missing', () => {
    putBuild()
    rmSync(join(folder, 'dist', '.built'))
    expect(run('build-if-stale.mjs').status).toBe(1)
  })
})
