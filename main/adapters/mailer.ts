import { join } from 'node:path'
import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import { FolderMailer } from '../../src/ports/mailer/folder-mailer.js'
import type { Mailer } from '../../src/ports/mailer/mailer.js'
import { SmtpMailer } from '../../src/ports/mailer/smtp-mailer.js'

/** The mailer: the configured server, else files. It opens nothing before the first mail. */
export function createMailer({ mail: { smtp, from }, dataDir }: Config, log: Logger, clock: () => number): Mailer {
  if (smtp) return new SmtpMailer({ server: smtp, from, log, clock })
  return new FolderMailer({ folder: join(dataDir, 'mail'), from, log, clock })
}
