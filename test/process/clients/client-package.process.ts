import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../../support/app/app.js'
import { blocksOf } from '../../support/documents/pages.js'

/** Installs from a registry. */
const limitMs = 300_000
const program = blocksOf('packages/client/README.md')
  .filter(({ language }) => language === 'js')
  .map(({ code }) => code)
  .join('\n')

/** What a project with types writes; the wrong field is an error of its compiler. */
const typed = (field: string) => `
import { createParley } from '@parley/client'
import type { RoomState } from '@parley/client'
import { useRoom } from '@parley/client/react'
export const parley = createParley({ url: 'http://localhost:8080' })
export const textOf = ({ reply }: RoomState): string => reply?.${field} ?? ''
export const useText = (id: string): string => textOf(useRoom(id)[0])
`

describe('the package, packed and installed in an empty project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-client-'))
  const run = async (command: string, args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder })
    return stdout
  }
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await run('npm', ['pack', resolve('packages/client'), '--silent'])
    const [archive = ''] = readdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const packages = [`./${archive}`, 'graphql@16', 'graphql-ws@6', 'react@19', '@types/react@19']
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages])
  }, limitMs)
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it('has its code, its types and its manifest, and needs graphql-ws alone', () => {
    const installed = join(folder, 'node_modules/@parley/client')
    expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json', 'trusted-documents.json'])
    expect(readdirSync(join(installed, 'dist'))).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'react.js']))
  })

  it('runs the examples of its README against a server', async () => {
    writeFileSync(join(folder, 'readme.js'), program)
    const output = await run('env', [`PARLEY_URL=${app.url}`, process.execPath, 'readme.js'])
    expect(output).toMatch(/^live \d/m)
    expect(output).toMatch(/^COMPLETED \d+$/m)
    expect(output).toContain('true NOT_FOUND')
    expect(output).toContain('{ socialProviders: [] }')
  })

  it('has types with which a wrong field does not compile', async () => {
    const lib = ['ES2023', 'DOM']
    const compilerOptions = { noEmit: true, strict: true, module: 'NodeNext', target: 'ES2023', lib, types: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
    const compile = (field: string) => {
      writeFileSync(join(folder, 'typed.ts'), typed(field))
      const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc')])
      return compiled.catch((error: unknown) => (error as { readonly stdout: string }).stdout)
    }
    expect(await compile('text')).toBe('')
    expect(await compile('texts')).toContain("Property 'texts' does not exist")
  })
})
