import { examineIntegrity } from '@parley/statements'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { readEnvironment } from '../src/config/env.js'
import { asFaultOf, badConfiguration } from '../src/config/config-error.js'
import { databaseLocation } from '../src/database/open-database.js'
import { hasDatabase, Refusal, runCommand } from './operator/command.js'
import { throughDoor } from './operator/door.js'
import { runDoctorCommand, type DoctorOutput } from './operator/doctor-command.js'
import { DoctorReport, damagedData } from './operator/doctor-report.js'
import { ProgressLine } from './operator/progress-line.js'
import { readDoctorCommand } from './operator/read-doctor-command.js'

// npm run doctor: finds damaged pages of the database, and data in both stores that deletions should have removed, whether
// or not the server runs
await runCommand(async () => {
  const command = readDoctorCommand(process.argv.slice(2))
  const progress = new ProgressLine(process.stderr, Date.now)
  const say = (line: string) => {
    progress.clear()
    process.stdout.write(`${line}\n`)
  }
  const showProgress = (text: string) => progress.show(text)
  const config = readOperatorConfig(readEnvironment())
  const report = new DoctorReport(command.isJson)
  await examinePages(config, report, { say, showProgress }).catch(asFaultOf('DATABASE_URL'))
  try {
    await throughDoor(config, (ask) => runDoctorCommand(command, ask, { say, showProgress }, report))
  } catch (error) {
    // a damaged database may not be opened
    if (report.left === 0 || !(error instanceof Error)) throw error
    report.fail('other parts', new Refusal(error.message, badConfiguration, error))
  }
  progress.clear()
  process.exitCode = report.exitCode
  return report.summary
})

/** In this process, so that a running server goes on meanwhile. */
async function examinePages(
  { databaseUrl: url, dataDir }: ReturnType<typeof readOperatorConfig>,
  report: DoctorReport,
  { say, showProgress }: Required<DoctorOutput>,
): Promise<void> {
  if (url === undefined && !hasDatabase(dataDir)) return
  for await (const { table, faults, checked, tables } of examineIntegrity(databaseLocation({ url, dataDir }))) {
    showProgress(`Checked the pages of ${String(checked)} of ${String(tables)} tables so far.`)
    for (const fault of faults) {
      const detail = `a page of table ${table} is damaged: ${fault}`
      say(report.add({ part: 'database', kind: damagedData, subject: table, detail }, 'left'))
    }
  }
}
