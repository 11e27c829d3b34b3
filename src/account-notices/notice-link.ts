import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { AccountNotice } from './account-notice.js'

type Linked = Pick<AccountNotice, 'id' | 'nonce'>

/**
 * The secrets of links, computed from the row of a notice: a mail that is tried again has the same link, and a reader of
 * the database has none.
 */
export class NoticeLinks {
  readonly #key: Buffer

  /** The key is derived from the key that signs tokens, so all processes share it without a further setting. */
  constructor(
    secret: KeyObject,
    private readonly publicUrl: string,
  ) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'parley account recovery', 32))
  }

  urlOf(notice: Linked): string {
    return `${this.publicUrl}/account-recovery?token=${this.#tokenOf(notice)}`
  }

  /** The notice that a token names; its right to do so is for `isOf`. */
  idIn(token: string): number | undefined {
    const [, id] = /^(\d{1,15})\.[\w-]{43}$/.exec(token) ?? []
    return id === undefined ? undefined : Number(id)
  }

  isOf(notice: Linked, token: string): boolean {
    const [expected, sent] = [Buffer.from(this.#tokenOf(notice)), Buffer.from(token)]
    return expected.length === sent.length && timingSafeEqual(expected, sent)
  }

  #tokenOf({ id, nonce }: Linked): string {
    return `${String(id)}.${createHmac('sha256', this.#key)
      .update(JSON.stringify([id, nonce]))
      .digest('base64url')}`
  }
}
