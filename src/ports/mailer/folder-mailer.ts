import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../logger.js'
import { attemptDelivery } from './attempt-delivery.js'
import { composeMail } from './compose-mail.js'
import type { ComposeMailOptions } from './compose-mail.js'
import type { Mail, Mailer } from './mailer.js'

export interface FolderMailerOptions extends ComposeMailOptions {
  /** Created with the first mail. */
  readonly folder: string
  readonly log: Logger
}

const retentionMs = 7 * 24 * 60 * 60 * 1000
const tidyEveryMs = 60 * 60 * 1000

/** Mails as `.eml` files, for a server without SMTP, deleted after seven days. The file names reveal only the time. */
export class FolderMailer implements Mailer {
  readonly #sending = new Set<Promise<void>>()
  #tidyAt = 0

  constructor(private readonly options: FolderMailerOptions) {}

  async send(mail: Mail): Promise<void> {
    const sending = this.#attempt(async () => this.#write(await composeMail(mail, this.options)))
    this.#sending.add(sending)
    try {
      await sending
    } finally {
      this.#sending.delete(sending)
    }
  }

  check(): Promise<void> {
    return this.#attempt(async () => {
      await this.#makeFolder()
      await access(this.options.folder, constants.W_OK)
    })
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#sending)
  }

  async #write({ bytes }: { readonly bytes: Buffer }): Promise<void> {
    const { folder, clock } = this.options
    await this.#makeFolder()
    const name = `${stampOf(clock())}-${randomUUID()}`
    const draft = join(folder, `${name}.draft`)
    try {
      // readers of the folder never see a partial mail
      const file = await open(draft, 'wx', 0o600)
      await file.writeFile(bytes).finally(() => file.close())
      await rename(draft, join(folder, `${name}.eml`))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    this.options.log.info({ folder }, 'mail.written')
    await this.#tidy()
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 })
  }

  async #tidy(): Promise<void> {
    const { folder, clock } = this.options
    if (clock() < this.#tidyAt) return
    this.#tidyAt = clock() + tidyEveryMs
    const oldest = stampOf(clock() - retentionMs)
    for (const name of await readdir(folder))
      if (/^\d{8}T\d{9}Z-[0-9a-f-]{36}\.(eml|draft)$/.test(name) && name < oldest)
        await rm(join(folder, name), { force: true })
  }

  #attempt(act: () => Promise<void>): Promise<void> {
    return attemptDelivery(act, { log: this.options.log, failure: 'mail.write_failed' })
  }
}

/** A timestamp that sorts by time and is valid in the file names of every system. */
function stampOf(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:.]/g, '')
}
