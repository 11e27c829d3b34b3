import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { build } from 'esbuild'
import iconv from 'iconv-lite'
import { mappedFontFile } from './pdf-file.js'

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const caller = `import { DocumentReader } from './src/index.ts'
const reader = new DocumentReader()
const document = await reader.readDocument(process.argv[2], { name: 'file.pdf' }, new AbortController().signal)
console.log(JSON.stringify(document.blocks))
await reader.stop()`

describe('a bundle', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-bundle-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('reads a document without a package beside it', async () => {
    await build({
      entryPoints: { 'reading-program': folderOf('../src/process/reading-program.ts') },
      outdir: join(folder, 'dist', 'programs'),
      // as tools/bundle.mjs does
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'warning' },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    })
    await build({
      stdin: { contents: caller, resolveDir: folderOf('..') },
      outfile: join(folder, 'dist', 'programs', 'chunks', 'caller.js'),
      ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'warning' },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    cpSync(folderOf('../cmaps'), join(folder, 'packages', 'documents', 'cmaps'), { recursive: true })
    const file = join(folder, 'file.pdf')
    writeFileSync(file, mappedFontFile('KSCms-UHC-H', 'Korea1', iconv.encode('한국어 문서', 'cp949')))

    const programs = join(folder, 'dist', 'programs')
    const read = () =>
      promisify(execFile)(process.execPath, [join(programs, 'chunks', 'caller.js'), file], { cwd: folder })
    expect(JSON.parse((await read()).stdout)).toEqual([{ text: '한국어 문서', page: 1 }])
    // the fault is not one of the file
    rmSync(join(programs, 'reading-program.js'))
    await expect(read()).rejects.toThrow('The process that reads documents ended: 1')
  })
})
