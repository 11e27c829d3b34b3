import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

describe('a build', () => {
  let folder: string
  const source = (name: string) => join(folder, 'src', name)
  const run = (statement: string) => {
    const script = `import * as sources from './tools/sources.mjs'; ${statement}`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      cwd: folder,
    })
    if (stderr !== '') throw new Error(stderr)
    return stdout
  }
  const isFresh = () => run('process.stdout.write(String(sources.isBuildFresh()))')

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-freshness-'))
    for (const name of ['tools', 'src', 'dist']) mkdirSync(join(folder, name))
    cpSync('tools/sources.mjs', join(folder, 'tools', 'sources.mjs'))
    writeFileSync(source('room.ts'), 'export const size = 1\n')
    writeFileSync(source('entry.ts'), '')
    run('sources.stampBuild(sources.sourcesDigest())')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('stays fresh when its sources are checked out or written again without a change', () => {
    writeFileSync(source('room.ts'), 'export const size = 1\n')
    utimesSync(source('entry.ts'), 4_000_000_000, 4_000_000_000)
    expect(isFresh()).toBe('true')
  })

  it.each<[change: string, change: () => void]>([
    ['a changed', () => writeFileSync(source('room.ts'), 'export const size = 2\n')],
    ['a new', () => writeFileSync(source('reply.ts'), '')],
    ['a deleted', () => rmSync(source('entry.ts'))],
    ['a renamed', () => renameSync(source('entry.ts'), source('log-entry.ts'))],
  ])('is stale after %s source', (_what, change) => {
    change()
    expect(isFresh()).toBe('false')
  })
})
