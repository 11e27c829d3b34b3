import type { Random } from './random.js'

/** The script of the model in one run of the server. */
export interface Script {
  /** The value of `LOCAL_MODEL`. */
  readonly address: string
  readonly reply: string
}

/**
 * The scripts of all runs. The replies of two runs differ within a few characters at any position, so that a text mixed
 * from two runs is not the beginning of any reply.
 */
export class Scripts {
  readonly #replies: string[] = []

  next(random: Random): Script {
    const run = this.#replies.length + 1
    const words = Array.from(
      { length: random.between(4, 60) },
      (_, word) => `${run}.${word}${word % 7 === 0 ? '🙂' : ''}`,
    )
    const reply = words.join(' ')
    this.#replies.push(reply)
    const chunks = random.between(2, 40)
    // from replies that end at once to those that outlast a checkpoint
    const options = new URLSearchParams({
      reply,
      chunks: String(chunks),
      firstDelayMs: String(random.between(0, 60)),
      delayMs: String(Math.round(random.between(20, random.chance(0.4) ? 1_200 : 300) / chunks)),
    })
    if (random.chance(0.25)) options.set('failAt', String(random.between(1, chunks)))
    return { address: `scripted:?${options.toString()}`, reply }
  }

  isWhole(text: string): boolean {
    return this.#replies.includes(text)
  }

  /** Whether the text is the beginning of a reply; also true for an empty text. */
  isPart(text: string): boolean {
    return this.#replies.some((reply) => reply.startsWith(text))
  }
}
