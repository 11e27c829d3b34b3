import { text } from 'node:stream/consumers'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { readEnvironment } from '../src/config/env.js'
import { runCommand } from './command.js'
import { runAdminCommand } from './operator/admin-command.js'
import { throughDoor } from './operator/door.js'
import { readAdminCommand } from './operator/read-admin-command.js'

// npm run admin -- VERB: manages the administrators, whether or not the server runs
await runCommand(async () => {
  const command = await readAdminCommand(process.argv.slice(2), () => text(process.stdin))
  const begins = command.verb === 'create'
  return throughDoor(readOperatorConfig(readEnvironment()), (ask) => runAdminCommand(command, ask), {
    begins,
    usesImages: false,
  })
})
