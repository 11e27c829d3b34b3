import { text } from 'node:stream/consumers'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { readEnvironment } from '../src/config/env.js'
import { runCommand } from './operator/command.js'
import { needsOf, readAdminCommand, runAdminCommand } from './operator/admin-command.js'
import { throughDoor } from './operator/door.js'

// npm run admin -- VERB: accounts, bans, sessions, keys and queues, whether or not the server runs
await runCommand(async () => {
  const command = await readAdminCommand(process.argv.slice(2), () => text(process.stdin))
  const needs = needsOf(command)
  const config = readOperatorConfig(readEnvironment(), needs)
  return throughDoor(config, (ask) => runAdminCommand(command, ask), needs)
})
