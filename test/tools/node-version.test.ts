import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { transformSync } from 'esbuild'
import { z } from 'zod'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })
const { scripts } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const check = 'node tools/require-node.cjs && '

/** What a command runs first, by npm's rule of `pre` scripts. */
const firstStepOf = (name: string) => scripts[`pre${name}`] ?? scripts[name] ?? ''

/** As a Node.js of that version would run it: this one, which reports the version. */
function checkAs(version: string) {
  const code = `Object.defineProperty(process, 'version', { value: 'v${version}' }); require('./tools/require-node.cjs')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('the version of Node.js', () => {
  it('is the first thing that every command checks', () => {
    const names = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
    expect(names).toEqual(
      expect.arrayContaining(['start', 'test', 'test:process', 'build', 'admin', 'use-gpu', 'types']),
    )
    expect(names.filter((name) => !firstStepOf(name).startsWith(check))).toEqual([])
  })

  it.each(['0.12.18', '10.24.1', '18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.1', '24.10.0', '24.0.0-nightly'])(
    '%s is refused with one sentence and the exit code of a wrong configuration',
    (version) => {
      const stderr = `Parley needs Node.js 20.19 to 20.x, 22.13 to 22.x, or 24.11 or later; this is ${version}.\n`
      expect(checkAs(version)).toEqual({ status: 78, stdout: '', stderr })
    },
  )

  it.each(['20.19.0', '20.20.2', '22.13.0', '22.22.0', '24.11.0', '25.0.0', '26.4.1'])('%s is accepted', (version) => {
    expect(checkAs(version)).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('is checked by a file without syntax that an old one cannot read', () => {
    const text = readFileSync('tools/require-node.cjs', 'utf8')
    const codeFor = (target: string) => transformSync(text, { target }).code
    expect(codeFor('es5')).toBe(codeFor('esnext'))
  })
})
