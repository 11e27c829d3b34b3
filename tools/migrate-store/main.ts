import { readEnvironment } from '../../src/config/env.js'
import { readOperatorConfig } from '../../src/config/operator-config.js'
import { runCommand } from '../operator/command.js'
import { migrateStore } from './migrate-store.js'

// npm run migrate-store: copies the stores of a data folder to PostgreSQL, MongoDB and a bucket, on a stopped server
await runCommand(async () => {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const { summary, exitCode } = await migrateStore(
    process.argv.slice(2),
    () => readOperatorConfig(readEnvironment()),
    say,
  )
  process.exitCode = exitCode
  return summary
})
