import { randomUUID } from 'node:crypto'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { afterAll, describe, expect, it } from '@jest/globals'
import { openMigrated } from '../../src/database/open-database.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { Refusal } from '../../tools/operator/command.js'
import type { Ask } from '../../tools/operator/ask.js'
import { runDoctorCommand } from '../../tools/operator/doctor-command.js'
import { ProgressLine } from '../../tools/operator/progress-line.js'
import { readDoctorCommand } from '../../tools/operator/read-doctor-command.js'
import { Processes } from '../support/app/processes.js'

const processes = await Processes.create()
afterAll(() => processes.close())

/** A server with one record that has lost its log, which it can repair or not; `fault` is the form of refused variables. */
const door =
  ({ userId = '7', repaired = true, fault = /^$/ }): Ask =>
  <TData, TVariables>(_document: TypedDocumentNode<TData, TVariables>, variables: TVariables) => {
    const sent = JSON.stringify(variables)
    if (fault.test(sent)) return Promise.reject(new Refusal('It is away', 69))
    const detail = `office room x of user id "${userId}" has no log`
    const finding = { part: 'RECORDS', kind: 'RECORD_WITHOUT_LOG', subject: 'x', detail }
    const findings = sent.includes('RECORDS') ? [finding] : []
    const answers = { repair: { repaired }, examine: { examined: 1, findings, next: null } }
    return Promise.resolve(answers as TData)
  }
const run = async (args: string[], ask: Ask) => {
  const lines: string[] = []
  const report = await runDoctorCommand(readDoctorCommand(args), ask, { say: (line) => void lines.push(line) })
  const { left, exitCode, summary } = report
  return { left, exitCode, lines, summary }
}

describe('the output of npm run doctor', () => {
  it('has a line for each finding, and a summary of the rest', async () => {
    expect(await run([], door({}))).toEqual({
      left: 1,
      exitCode: 1,
      lines: ['record-without-log: office room x of user id "7" has no log'],
      summary:
        'Checked 1 purges, 1 logs, 1 remnants, 1 search, 1 records, 1 replies, 1 images, 1 files, 1 uploads, 1 cards, 1 characters, 1 personas, 1 accounts.\n' +
        'Left: 1 record-without-log.',
    })
  })

  it('reports repairs, and findings that could not be repaired', async () => {
    expect(await run(['repair'], door({}))).toMatchObject({
      left: 0,
      lines: [expect.stringMatching(/^repaired record-/)],
    })
    expect(await run(['repair'], door({ repaired: false }))).toMatchObject({ left: 1 })
  })

  it('is a JSON object on each line on request', async () => {
    const { lines, summary } = await run(['repair', '--json'], door({}))
    const detail = 'office room x of user id "7" has no log'
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { part: 'records', kind: 'record-without-log', subject: 'x', detail, repaired: true },
    ])
    expect(JSON.parse(summary)).toMatchObject({ repaired: 1, left: {}, looked: { purges: 1 } })
  })

  it('shows control characters as their code points', async () => {
    const { lines } = await run([], door({ userId: 'esc \u001b[2J \u202e bidi' }))
    expect(lines).toEqual(['record-without-log: office room x of user id "esc \\u{1b}[2J \\u{202e} bidi" has no log'])
  })

  it('shows progress: a line every 10 s, or one that changes on a terminal and gives way to findings', async () => {
    const written = async (isTTY: boolean) => {
      const texts: string[] = []
      let time = 0
      const progress = new ProgressLine({ isTTY, write: (text) => void texts.push(text) }, () => time)
      await runDoctorCommand(readDoctorCommand([]), door({}), {
        say: () => {
          progress.clear()
          texts.push('a finding')
        },
        showProgress: (text) => {
          time += 4_000
          progress.show(text)
        },
      })
      return texts
    }
    expect(await written(false)).toEqual([
      'Checked 1 remnants so far.\n',
      'a finding',
      'Checked 1 replies so far.\n',
      'Checked 1 uploads so far.\n',
      'Checked 1 personas so far.\n',
    ])
    const onTerminal = await written(true)
    expect(onTerminal.slice(3, 7)).toEqual([
      '\r\u001b[KChecked 1 search so far.',
      '\r\u001b[KChecked 1 records so far.',
      '\r\u001b[K',
      'a finding',
    ])
    expect(onTerminal).toHaveLength(15)
  })

  it('reports an unavailable store', async () => {
    const { left, exitCode, lines, summary } = await run([], door({ fault: /input/ }))
    expect({ left, exitCode, lines }).toEqual({ left: 0, exitCode: 69, lines: [] })
    expect(summary.split('\n')).toHaveLength(13)
    expect(summary).toMatch(/^Not fully checked: purges: It is away\n/)
    const asJson = await run(['--json'], door({ fault: /input/ }))
    expect(JSON.parse(asJson.summary)).toMatchObject({ looked: {}, left: {}, failed: { logs: 'It is away' } })
  })

  it('continues after a part that cannot be examined', async () => {
    const { left, exitCode, lines, summary } = await run([], door({ fault: /LOGS/ }))
    expect({ left, exitCode, lines: lines.length }).toEqual({ left: 1, exitCode: 69, lines: 1 })
    expect(summary).toBe(
      'Checked 1 purges, 1 remnants, 1 search, 1 records, 1 replies, 1 images, 1 files, 1 uploads, 1 cards, 1 characters, 1 personas, 1 accounts.\n' +
        'Not fully checked: logs: It is away\nLeft: 1 record-without-log.',
    )
  })

  it('continues after a finding that cannot be repaired', async () => {
    const stubborn = door({ fault: /"subject"/ })
    const line = 'record-without-log: office room x of user id "7" has no log (could not be repaired: It is away)'
    const { summary, ...rest } = await run(['repair'], stubborn)
    expect(rest).toEqual({ left: 1, exitCode: 1, lines: [line] })
    expect(summary).toMatch(/1 accounts\.\nLeft: 1 record-without-log\.$/)
    const { lines } = await run(['repair', '--json'], stubborn)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ repaired: false, problem: 'It is away' })
  })
})

describe('the command line of npm run doctor', () => {
  it.each([
    [[], { repairs: [], minAgeMs: 300_000, isJson: false }],
    [['repair', 'stuck-purge', '--json'], { repairs: ['stuck-purge'], minAgeMs: 300_000, isJson: true }],
    [['--min-age', '60', 'repair'], { minAgeMs: 60_000 }],
  ])('reads %j', (args, command) => {
    expect(readDoctorCommand(args)).toMatchObject(command)
  })

  it.each([[['mend']], [['repair', 'everything']], [['--min-age', 'x']], [['--min-age=-1']], [['--force']]])(
    'prints its usage for %j',
    (args) => {
      expect(() => readDoctorCommand(args)).toThrow(Refusal)
      expect(() => readDoctorCommand(args)).toThrow(/log-without-record \(only by name\)/)
    },
  )

  it('never deletes without a request data that an account may own', () => {
    const { repairs } = readDoctorCommand(['repair'])
    expect(repairs).toEqual([
      ...['stuck-purge', 'record-without-log', 'picture-without-image', 'entry-not-indexed'],
      ...['upload-without-text', 'upload-not-read'],
    ])
  })

  it('works on a stopped server too, and its exit code shows whether findings remain', async () => {
    const server = await processes.start()
    const id = randomUUID()
    await server.stop('SIGKILL')
    const stores = await openMigrated({ url: processes.databaseUrl, dataDir: processes.dataDir })
    const record = { roomId: id, kind: 'office', ownerId: null, userId: 'bob', characterId: null } as const
    const rest = { name: null, roomType: 'office', createdAt: 1, updatedAt: 1 }
    await stores.write((db) => db.insert(RoomTable, { ...record, ...rest }))
    await stores.close()
    const { code, output } = await processes.run('tools/doctor.ts', { args: ['--min-age', '0'] })
    expect(code).toBe(1)
    expect(output).toContain(
      `record-without-log: office room ${id} of user id "bob" has no log\nChecked 0 purges, 0 logs`,
    )
  })
})
