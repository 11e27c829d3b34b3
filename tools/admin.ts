import { text } from 'node:stream/consumers'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { readEnvironment } from '../src/config/env.js'
import { runCommand } from './operator/command.js'
import { needsOf, readAdminCommand, runAdminCommand } from './operator/admin-command.js'
import { compactVerb, runCompactCommand } from './operator/compact-command.js'
import { throughDoor } from './operator/door.js'
import { ProgressLine } from './operator/progress-line.js'

// npm run admin -- VERB: accounts, bans, sessions, keys and queues, whether or not the server runs; `compact` without it
await runCommand(async () => {
  const command = await readAdminCommand(process.argv.slice(2), () => text(process.stdin))
  const needs = needsOf(command)
  const config = readOperatorConfig(readEnvironment(), needs)
  if (command.verb === compactVerb.usage) {
    const progress = new ProgressLine(process.stderr, Date.now)
    const { text, value } = await runCompactCommand(config, {
      say: (line) => void process.stderr.write(`${line}\n`),
      showProgress: (line) => progress.show(line),
    }).finally(() => progress.clear())
    return command.json ? JSON.stringify(value) : text
  }
  return throughDoor(config, (ask, isAlone) => runAdminCommand({ ...command, isAlone }, ask), needs)
})
