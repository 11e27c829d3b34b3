const mostMs = 20_000

/** Repeats a check until it holds. Rejects with the sentence when it does not hold within 20 s. */
export async function eventually(sentence: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const endAt = performance.now() + mostMs
  while (!(await holds())) {
    if (performance.now() > endAt) throw new Error(`Not within ${String(mostMs / 1_000)} s: ${sentence}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
