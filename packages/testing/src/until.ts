import { inspect } from 'node:util'

/** A state of `@parley/client`. */
interface Readable<State> {
  getSnapshot(): State
  subscribe(listener: () => void): () => void
}

// Tests may fake the globals of the process.
const { setTimeout, clearTimeout } = globalThis

const everyMs = 10
/** It only detects a hang, a little before the limit of the test (tools/jest/setup.mjs) ends it without the sentence. */
const mostMs = 150_000

/** Resolves to the first value for which the condition holds: at first one that is not false, 0, null or ''. */
export function until<Value>(
  sentence: string,
  look: () => Value | Promise<Value>,
  holds?: (value: Value) => boolean,
): Promise<Value>
/** The same for each state of a store: also one that lasts only a moment is seen. */
export function until<State>(sentence: string, store: Readable<State>, holds: (state: State) => boolean): Promise<State>
export function until<Value>(
  sentence: string,
  source: Readable<Value> | (() => Value | Promise<Value>),
  holds: (value: Value) => boolean = Boolean,
): Promise<Value> {
  let seen: Value | undefined
  const isFound = (value: Value) => holds((seen = value))
  const hang = () => {
    const value = inspect(seen, { depth: 6 }).slice(0, 2_000)
    return new Error(`Not within ${String(mostMs / 1_000)} s: ${sentence}. The last value: ${value}`)
  }
  const ending = new AbortController()
  const found =
    typeof source === 'function' ? poll(source, isFound, ending.signal) : follow(source, isFound, ending.signal)
  return new Promise<Value>((resolve, reject) => {
    const timer = setTimeout(() => reject(hang()), mostMs)
    found.finally(() => clearTimeout(timer)).then(resolve, reject)
  }).finally(() => ending.abort())
}

async function poll<Value>(
  look: () => Value | Promise<Value>,
  isFound: (value: Value) => boolean,
  signal: AbortSignal,
): Promise<Value> {
  for (;;) {
    const value = await look()
    if (isFound(value) || signal.aborted) return value
    await new Promise<void>((resolve) => setTimeout(resolve, everyMs))
  }
}

function follow<State>(
  store: Readable<State>,
  isFound: (state: State) => boolean,
  signal: AbortSignal,
): Promise<State> {
  return new Promise((resolve, reject) => {
    const check = () => {
      try {
        const state = store.getSnapshot()
        if (isFound(state)) resolve(state)
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    signal.addEventListener('abort', store.subscribe(check))
    check()
  })
}
