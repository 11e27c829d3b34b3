import type { Step } from './steps.mjs'

export function allSuites(): readonly string[]
export function runsSuite(step: Step, suite: string): boolean
