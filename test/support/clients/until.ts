import type { Readable } from '../../../clients/typescript/src/index.js'

const mostMs = 30_000

/** Resolves when the condition holds, which is checked now and after every change of the state. */
export function until<State>(
  sentence: string,
  store: Readable<State>,
  holds: (state: State) => boolean | Promise<boolean>,
): Promise<State> {
  return new Promise((resolve, reject) => {
    let isChecking = false
    let isChanged = false
    const end = (settle: () => void) => {
      clearTimeout(timer)
      leave()
      settle()
    }
    const check = async () => {
      isChanged = true
      if (isChecking) return
      isChecking = true
      while (isChanged) {
        isChanged = false
        const state = store.getSnapshot()
        if (await holds(state)) end(() => resolve(state))
      }
      isChecking = false
    }
    const checkNow = () =>
      void check().catch((error: unknown) => end(() => reject(new Error(sentence, { cause: error }))))
    const timer = setTimeout(() => {
      const state = JSON.stringify(store.getSnapshot()).slice(0, 2_000)
      end(() => reject(new Error(`Not within ${String(mostMs / 1_000)} s: ${sentence}: ${state}`)))
    }, mostMs)
    const leave = store.subscribe(checkNow)
    checkNow()
  })
}
