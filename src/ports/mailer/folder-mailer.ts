import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Logger, systemErrorCode } from '@parley/runtime'
import { attemptDelivery } from './attempt-delivery.js'
import { composeMail, type ComposeMailOptions } from './compose-mail.js'
import type { Mail, Mailer } from './mailer.js'

const mailName = /^\d{8}T\d{9}Z-[0-9a-f-]{36}\.(eml|draft)$/
const retentionMs = 7 * 24 * 60 * 60 * 1000
const tidyEveryMs = 60 * 60 * 1000

/** Mails as `.eml` files, for a server without SMTP, deleted after seven days. The file names reveal only the time. */
export class FolderMailer implements Mailer {
  readonly #sending = new Set<Promise<void>>()
  #tidyAt = 0

  constructor(
    private readonly options: ComposeMailOptions & {
      /** Created with the first mail. */
      readonly folder: string
      readonly log: Logger
    },
  ) {}

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

  /** In any case of letters. One that is being written is finished first. */
  async remove(address: string): Promise<void> {
    await Promise.allSettled(this.#sending)
    // an address to which no mail can be composed has none
    const sample = await composeMail({ to: address, sender: '', subject: '', text: '', html: '' }, this.options).catch(
      () => undefined,
    )
    if (!sample) return
    const recipient = recipientIn(sample.bytes)
    for (const name of await this.#names()) {
      const path = join(this.options.folder, name)
      if (recipientIn(await readIfThere(path)) === recipient) await rm(path, { force: true })
    }
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
    for (const name of await this.#names()) if (name < oldest) await rm(join(folder, name), { force: true })
  }

  /** Of the files that it has written. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.options.folder).catch(emptyIfAbsent([]))
    return names.filter((name) => mailName.test(name))
  }

  #attempt(act: () => Promise<void>): Promise<void> {
    return attemptDelivery(act, { log: this.options.log, failure: 'mail.write_failed' })
  }
}

/** A timestamp that sorts by time and is valid in the file names of every system. */
function stampOf(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:.]/g, '')
}

/** The address of a mail in lower case, as its header has it; undefined for a mail that was cut. */
function recipientIn(mail: Buffer): string | undefined {
  const [head = ''] = mail.toString('utf8').split('\r\n\r\n', 1)
  // a long line goes on in the next one
  return /^to: (.*)$/m.exec(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .replaceAll('\r', '')
      .toLowerCase(),
  )?.[1]
}

/** It may have been deleted meanwhile. */
const readIfThere = (path: string) => readFile(path).catch(emptyIfAbsent(Buffer.alloc(0)))

function emptyIfAbsent<Empty>(empty: Empty): (error: unknown) => Empty {
  return (error) => {
    if (systemErrorCode(error) === 'ENOENT') return empty
    throw error
  }
}
