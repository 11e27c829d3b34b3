import { Server } from 'node:net'
import { ChildProcess } from 'node:child_process'

// Test files of one process share its globals. A file that leaves something behind makes a later one fail, or only with
// some orders of files.

// Libraries listen to signals from when they are loaded.
const watchedEvents = /^(warning|message|disconnect|uncaughtException|unhandledRejection)$/
/** Variables that no test changes: sharp sets one when it is loaded, the runner the other for each file. */
const ofOthers = new Set(['VIPSHOME', 'TEST_S3_URL'])
let remembered
/** Functions that a test has replaced: `[object, key, replacement]`. */
let spies = []

/** Called for each spy that a test makes. */
export function noteSpy(object, key, spy) {
  spies.push([object, key, spy])
}

/** Records the state that each file of this process must leave. */
export function rememberState() {
  for (const key of Object.getOwnPropertyNames(globalThis)) readGlobal(key)
  remembered = {
    globals: globalsNow(),
    env: { ...process.env },
    folder: process.cwd(),
    listeners: new Set(listenersNow().map(([, listener]) => listener)),
    handles: new Set(handlesNow()),
  }
}

/** Restores what a file has changed; returns what that was. */
export async function restoreState() {
  if (!remembered) return []
  const left = [
    ...(await restoreTimers()),
    ...restoreSpies(),
    ...restoreGlobals(),
    ...restoreEnvironment(),
    ...removeListeners(),
    ...closeHandles(),
  ]
  if (process.cwd() !== remembered.folder) {
    left.push(`the working folder ${process.cwd()}`)
    process.chdir(remembered.folder)
  }
  return left
}

async function restoreTimers() {
  const { jest } = await import('./globals.mjs')
  if (!jest.areTimersFaked()) return []
  jest.useRealTimers()
  return ['fake timers']
}

function restoreSpies() {
  const left = spies.filter(([object, key, spy]) => object[key] === spy)
  spies = []
  for (const [, , spy] of left) spy.mockRestore()
  return left.map(([, key]) => `a spy on ${String(key)}`)
}

// Node.js defines some globals when they are first read.
function readGlobal(key) {
  try {
    return globalThis[key]
  } catch {
    return undefined
  }
}

// The keys of jest's own state are symbols.
const globalsNow = () => new Map(Object.getOwnPropertyNames(globalThis).map((key) => [key, descriptorOf(key)]))
const descriptorOf = (key) => Object.getOwnPropertyDescriptor(globalThis, key)

function restoreGlobals() {
  const left = []
  for (const [key, before] of remembered.globals) {
    const now = descriptorOf(key)
    if (now && Object.is(now.value, before.value) && now.get === before.get) continue
    left.push(`another globalThis.${key}`)
    Object.defineProperty(globalThis, key, before)
  }
  return left
}

function restoreEnvironment() {
  const names = new Set([...Object.keys(process.env), ...Object.keys(remembered.env)])
  const changed = [...names].filter((name) => process.env[name] !== remembered.env[name] && !ofOthers.has(name))
  for (const name of changed) {
    if (remembered.env[name] === undefined) delete process.env[name]
    else process.env[name] = remembered.env[name]
  }
  return changed.map((name) => `another process.env.${name}`)
}

function listenersNow() {
  const events = process.eventNames().filter((event) => watchedEvents.test(String(event)))
  return events.flatMap((event) => process.rawListeners(event).map((listener) => [event, listener]))
}

function removeListeners() {
  const left = listenersNow().filter(([, listener]) => !remembered.listeners.has(listener))
  for (const [event, listener] of left) process.off(event, listener)
  return left.map(([event]) => `a listener of the process event ${event}`)
}

const handlesNow = () =>
  process._getActiveHandles().filter((handle) => handle instanceof Server || handle instanceof ChildProcess)

function closeHandles() {
  const left = handlesNow().filter((handle) => !remembered.handles.has(handle))
  return left.map((handle) => {
    if (handle instanceof ChildProcess) {
      handle.kill('SIGKILL')
      return `the process ${handle.spawnargs.join(' ')}`
    }
    const address = JSON.stringify(handle.address())
    handle.close()
    handle.closeAllConnections?.()
    return `a server at ${address}`
  })
}
