import { afterEach, describe, expect, it } from '@jest/globals'
import { LoadMonitor, type LoadThresholds } from '@parley/edge'
import { TestLoad } from '../support/app/process-limits.js'

const defaults: LoadThresholds = { eventLoopMs: 1_000, heapShare: 0.9 }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function watched(thresholds: LoadThresholds = defaults) {
  const load = new TestLoad()
  const lines: { readonly event: string; readonly fields: object }[] = []
  const take = (fields: object, event: string) => void lines.push({ fields, event })
  const log = { debug: take, info: take, warn: take, error: take }
  const monitor = new LoadMonitor({ thresholds, probe: load.probe, log })
  monitor.start()
  stops.push(() => monitor.stop())
  return { load, lines, monitor }
}

describe('an event loop', () => {
  it('that exceeds the threshold twice in a row means an overload until it is on time again', () => {
    const { load, monitor } = watched()
    load.lateMs = 1_001
    load.measure()
    load.lateMs = 1_000
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
    load.lateMs = 1_001
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
    load.measure()
    expect(monitor.isOverloaded).toBe(true)
    load.lateMs = 0
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
  })

  it('may be late without a limit when no threshold is set', () => {
    const { load, monitor } = watched({ ...defaults, eventLoopMs: undefined })
    load.overload()
    expect(monitor.isOverloaded).toBe(false)
  })
})

describe('a heap', () => {
  it('is full when a full collection leaves the share in use, and never before one', () => {
    const { load, monitor } = watched()
    load.share = 0.95
    load.measure()
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
    load.collected = 0.91
    load.measure()
    expect(monitor.isOverloaded).toBe(true)
    load.collected = 0.5
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
  })

  it('is no longer full when less is in use, and collections are recorded only while more is in use', () => {
    const { load, monitor } = watched()
    load.measure()
    expect(load.isRecording).toBe(false)
    load.share = 0.95
    load.measure()
    load.collected = 0.91
    load.measure()
    expect([monitor.isOverloaded, load.isRecording]).toEqual([true, true])
    load.share = 0.89
    load.measure()
    expect([monitor.isOverloaded, load.isRecording]).toEqual([false, false])
  })

  it('does not count as full for more than 5 s without another collection', () => {
    const { load, monitor } = watched()
    load.share = 0.95
    load.measure()
    load.collected = 0.91
    load.measure()
    for (let tick = 1; tick < 50; tick += 1) load.measure()
    expect(monitor.isOverloaded).toBe(true)
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
  })

  it('may be full when no threshold is set', () => {
    const { load, monitor } = watched({ ...defaults, heapShare: undefined })
    load.share = 0.99
    load.measure()
    load.collected = 0.99
    load.measure()
    expect(monitor.isOverloaded).toBe(false)
  })
})

it('one line is logged when an overload begins and one when it ends', () => {
  const { load, lines } = watched()
  load.overload()
  load.measure()
  load.recover()
  load.measure()
  expect(lines).toEqual([
    { event: 'load.shedding_started', fields: { lateMs: 60_000 } },
    { event: 'load.shedding_ended', fields: { lateMs: 0 } },
  ])
})
