import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { testServer } from '@parley/testing'
import { runExamples, shellBlocksOf } from '../support/documents/guide-shell.js'
import { guides } from '../support/documents/pages.js'

const withExamples = guides.filter((page) => shellBlocksOf(page).some(({ mark }) => mark?.kind !== 'not run'))
const scripted = { LOCAL_MODEL: 'scripted:?delayMs=1' }
/** A page has up to a dozen commands and starts of servers, each a second or two on an idle machine. */
const limitMs = 300_000

// the guides describe the embedded stores: a run on PostgreSQL would only repeat them
const onEmbeddedStores = testServer() === undefined ? describe : describe.skip

onEmbeddedStores('the shell examples', () => {
  it(
    'of the README run from the first line to the last, with the bundled model',
    async () => {
      const { code, stdout, stderr } = await runExamples('README.md', {})
      expect([code, stderr]).toEqual([0, expect.stringContaining('--- README.md:')])
      // over GraphQL and over REST: the reply streams to its end, and is an entry of the log
      expect(stdout.match(/"delta":"[^"]/g)?.length).toBeGreaterThanOrEqual(2)
      expect(stdout.match(/"status":"COMPLETED"/g)).toHaveLength(2)
      expect(stdout).toMatch(/"nodes":\[\{"index":1,"inputData":"What is your name\?","outputData":"[^"]+"\}\]/)
      expect(stdout).toMatch(/"index":1,.*"output_data":"[^"]+"/)
      expect(stdout).toMatch(/captain@example\.com \(captain, account \d+\) was created and is an administrator\./)
      expect(stdout).not.toMatch(/"errors":|"detail":/)
    },
    limitMs,
  )

  it.each(withExamples.filter((page) => page !== 'README.md'))(
    'of %s run in order',
    async (page) => {
      const { code, stdout, stderr } = await runExamples(page, scripted)
      expect([code, stderr]).toEqual([0, expect.stringContaining(`--- ${page}:`)])
      expect(stdout).not.toMatch(/"errors":|"detail":|"error":\{/)
    },
    limitMs,
  )

  it.each([
    ['a request that is refused', '```bash\ncurl -s $BASE/api/nothing\n```\n'],
    [
      'a setting that cannot be used',
      '<!-- example: settings only. It is a test. -->\n\n```sh\nAPP_PORT=x npm start\n```\n',
    ],
    ['a program that throws', "```js\nthrow new Error('on purpose')\n```\n"],
  ])(
    'fail with %s',
    async (_, example) => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-guide-'))
      const page = join(folder, 'page.md')
      writeFileSync(page, `${example}\n\`\`\`bash\necho reached\n\`\`\`\n`)
      const { code, stdout } = await runExamples(page, scripted)
      rmSync(folder, { recursive: true })
      expect(code).not.toBe(0)
      expect(stdout).not.toContain('reached')
    },
    limitMs,
  )
})
