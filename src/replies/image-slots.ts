import { ConcurrencyLimit } from '@parley/runtime'
import { limits } from '../limits.js'

/** Limits how many replies hold an image at the same time, in the process and of each account. */
export class ImageSlots {
  readonly #all = new ConcurrencyLimit(limits.repliesWithImages)
  readonly #accounts = new Map<number, { readonly slots: ConcurrencyLimit; calls: number }>()

  /** Rejects with the reason of the signal when that aborts before the turn of the call. */
  async run<T>(accountId: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const account = this.#accounts.get(accountId) ?? {
      slots: new ConcurrencyLimit(limits.repliesWithImagesPerAccount),
      calls: 0,
    }
    this.#accounts.set(accountId, account)
    account.calls += 1
    try {
      // the wait for its own replies must not keep a slot from other accounts
      return await account.slots.run(() => this.#all.run(work, signal), signal)
    } finally {
      account.calls -= 1
      if (account.calls === 0) this.#accounts.delete(accountId)
    }
  }
}
