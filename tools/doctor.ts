import { readOperatorConfig } from '../src/config/operator-config.js'
import { readEnvironment } from '../src/config/env.js'
import { runCommand } from './operator/command.js'
import { throughDoor } from './operator/door.js'
import { runDoctorCommand } from './operator/doctor-command.js'
import { ProgressLine } from './operator/progress-line.js'
import { readDoctorCommand } from './operator/read-doctor-command.js'

// npm run doctor: finds data in both stores that deletions should have removed, whether or not the server runs
await runCommand(async () => {
  const command = readDoctorCommand(process.argv.slice(2))
  const progress = new ProgressLine(process.stderr, Date.now)
  const say = (line: string) => {
    progress.clear()
    process.stdout.write(`${line}\n`)
  }
  const showProgress = (text: string) => progress.show(text)
  const config = readOperatorConfig(readEnvironment())
  const { exitCode, summary } = await throughDoor(config, (ask) =>
    runDoctorCommand(command, ask, { say, showProgress }),
  )
  progress.clear()
  process.exitCode = exitCode
  return summary
})
