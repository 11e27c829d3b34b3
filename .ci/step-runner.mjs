import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf } from './commands.mjs'
import { readResults } from './results.mjs'

const usualMinutes = 15
const graceMs = 10_000

/**
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {import('./results.mjs').Results} Results
 *
 * @typedef {object} StepOutcome
 * @property {Step} step
 * @property {number} seconds
 * @property {number} cpuSeconds of all its processes
 * @property {Results} results
 * @property {string} log path of its output
 */

/** Runs steps side by side, as long as the cores suffice. */
export class StepRunner {
  #folder
  #cores
  #env
  #suitesOf
  #say
  /** @type {Set<(reason: string) => Promise<void>>} */
  #running = new Set()
  #stopped = ''
  #cpuSeconds = cpuSecondsOfChildren()

  /**
   * `folder` gets the output and the results of the steps, `env` is added to their environment, `suitesOf` returns the
   * suites that a step must run.
   */
  constructor({ folder, cores, env, suitesOf, say }) {
    this.#suitesOf = suitesOf
    this.#folder = folder
    this.#env = env
    this.#cores = cores
    this.#say = say
  }

  /**
   * Starts each step when those that it needs have passed and the cores that it uses are free. A step that needs a
   * failed one fails.
   *
   * @param {readonly Step[]} steps
   * @returns {Promise<StepOutcome[]>} in the order of the steps
   */
  async run(steps) {
    const outcomes = new Map()
    const waiting = new Set(steps)
    const runs = new Map()
    const isChosen = (name) => steps.some((step) => step.name === name)
    const needsOf = ({ needs = [] }) => needs.filter(isChosen)
    for (;;) {
      for (const step of waiting) {
        const needs = needsOf(step).map((name) => outcomes.get(name))
        const failed = needs.find((outcome) => outcome?.results.failures.length > 0)
        if (failed || this.#stopped !== '') {
          waiting.delete(step)
          outcomes.set(
            step.name,
            notRun(step, failed ? `not run, since ${failed.step.name} has failed` : this.#stopped),
          )
          continue
        }
        const used = [...runs.keys()].reduce((sum, { cores }) => sum + cores, 0)
        if (needs.includes(undefined) || (runs.size > 0 && used + step.cores > this.#cores)) continue
        waiting.delete(step)
        runs.set(
          step,
          this.runStep(step).then((outcome) => {
            runs.delete(step)
            outcomes.set(step.name, outcome)
          }),
        )
      }
      if (runs.size > 0) await Promise.race(runs.values())
      else if (waiting.size === 0) return steps.map(({ name }) => outcomes.get(name))
    }
  }

  /**
   * Runs a step, or one suite of it.
   *
   * @param {Step} step
   * @param {string} [suite] path
   * @returns {Promise<StepOutcome>}
   */
  async runStep(step, suite) {
    const name = suite === undefined ? step.name : `${step.name}-${suite.replaceAll('/', '-')}`
    const log = join(this.#folder, `${name}.log`)
    const path = join(this.#folder, `${name}.json`)
    const [program, ...args] = commandOf(step, path, suite)
    this.#say(`ci: ${name} begins`)
    const startedAt = performance.now()
    const output = openSync(log, 'w')
    // a session of its own: what it leaves running can be found and ended
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, CI: 'true', ...this.#env, ...step.env },
    })
    closeSync(output)
    let fault = ''
    const stop = async (reason) => {
      fault ||= reason
      signalGroup(child.pid, 'SIGTERM')
      await pause(graceMs, undefined, { ref: false })
      signalGroup(child.pid, 'SIGKILL')
    }
    this.#running.add(stop)
    const minutes = step.minutes ?? usualMinutes
    const limit = setTimeout(() => void stop(`not finished within ${minutes} minutes`), minutes * 60_000)
    const status = await new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? code))
    })
    clearTimeout(limit)
    this.#running.delete(stop)
    fault ||= await endLeftovers(child.pid)
    const seconds = (performance.now() - startedAt) / 1_000
    const results = readResults(step, {
      path,
      status,
      fault,
      expected: suite === undefined ? this.#suitesOf(step) : [suite],
    })
    this.#say(`ci: ${name} ${results.failures.length === 0 ? 'passed' : 'FAILED'} after ${seconds.toFixed(0)} s`)
    return { step, seconds, cpuSeconds: this.#cpuSecondsSinceLast(), results, log }
  }

  /** Whether a signal has ended the run. */
  get isStopped() {
    return this.#stopped !== ''
  }

  /** Ends what runs; what waits is not started any more. */
  async stop(reason) {
    this.#stopped = reason
    await Promise.all([...this.#running].map((stop) => stop(reason)))
  }

  /** The kernel adds the time of a process when its parent has waited for it: since the last one, that is one step. */
  #cpuSecondsSinceLast() {
    const now = cpuSecondsOfChildren()
    const seconds = now - this.#cpuSeconds
    this.#cpuSeconds = now
    return seconds
  }
}

function notRun(step, reason) {
  const failures = [{ suite: step.name, name: step.name, message: reason }]
  return { step, seconds: 0, cpuSeconds: 0, results: { passed: 0, failures }, log: '' }
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Ends the processes that are left of a session, and names them; an empty text when there is none. */
async function endLeftovers(session) {
  const endAt = performance.now() + graceMs
  while (processesOf(session).length > 0 && performance.now() < endAt) await pause(100)
  const left = processesOf(session)
  for (const { pid } of left) process.kill(pid, 'SIGKILL')
  return left.length === 0 ? '' : `left running: ${left.map(({ command }) => command).join('; ')}`
}

function processesOf(session) {
  return pidsHere().flatMap((pid) => {
    const fields = statusOf(pid)
    // state, parent, group, session
    if (fields?.[0] === 'Z' || Number(fields?.[3]) !== session) return []
    return [{ pid, command: readProc(`${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? '' }]
  })
}

function pidsHere() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    // another system than Linux
    return []
  }
}

function cpuSecondsOfChildren() {
  const fields = statusOf('self')
  const ticksOfASecond = 100
  return fields ? (Number(fields[13]) + Number(fields[14])) / ticksOfASecond : 0
}

/** The fields of a process after its name, which may contain spaces. */
function statusOf(pid) {
  const text = readProc(`${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readProc(path) {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    // it has ended
    return undefined
  }
}
