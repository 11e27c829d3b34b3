import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RedisOptions, Result } from 'ioredis'
import type { QueueOverview } from './queue-order.js'

/** A build bundles this file into a folder beside `packages`. */
function luaFolder(below = dirname(fileURLToPath(import.meta.url))): string {
  const folder = join(below, 'packages', 'redis-queue', 'lua')
  return existsSync(folder) || below === dirname(below) ? folder : luaFolder(dirname(below))
}

const lua = luaFolder()
const textOf = (name: string) => readFileSync(join(lua, `${name}.lua`), 'utf8')
const common = textOf('common')
const script = (name: string) => ({ lua: `${common}\n${textOf(name)}`, numberOfKeys: 1 })

/** The commands that lua/ adds to a connection; common.lua describes the keys. */
export const scripts = {
  admitJob: script('admit-job'),
  startJob: script('start-job'),
  appendStep: script('append-step'),
  handBackJob: script('hand-back-job'),
  endJob: script('end-job'),
  checkJobs: script('check-jobs'),
  queueOverview: script('queue-overview'),
  beatWorker: script('beat-worker'),
  workerReports: script('worker-reports'),
} satisfies RedisOptions['scripts']

export type JobCheck = 'open' | 'waiting' | 'gone' | 'dead'

export type AdmitAnswer = [
  tag: number,
  displaced: string,
  hasSteps: number,
  mustWait: number,
  lowered: number,
  now: number,
]

type Words = readonly (string | number)[]

declare module 'ioredis' {
  interface RedisCommander<Context> {
    admitJob(base: string, ...argv: Words): Result<AdmitAnswer, Context>
    startJob(base: string, ...argv: Words): Result<number, Context>
    appendStep(base: string, ...argv: Words): Result<number, Context>
    handBackJob(base: string, ...argv: Words): Result<number, Context>
    endJob(base: string, ...argv: Words): Result<number, Context>
    checkJobs(base: string, ...argv: Words): Result<JobCheck[], Context>
    queueOverview(base: string): Result<QueueOverview, Context>
    beatWorker(base: string, ...argv: Words): Result<string[], Context>
    workerReports(base: string): Result<string[], Context>
  }
}
