const freshMs = 1_000

/** Calls `ask` at most once a second; callers in between get the latest answer. */
export function onceASecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (asked !== undefined && now - asked.at < freshMs) return asked.answer
    const answer = ask()
    asked = { at: now, answer }
    answer.catch(() => {
      if (asked?.answer === answer) asked = undefined
    })
    return answer
  }
}
