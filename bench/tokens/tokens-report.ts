import { differences, median, pairedDifference, pairedRatio, ratios, spread } from '../statistics.js'
import { resultTable, type Result } from '../verdict.js'
import type { Answered, Pairs, TokensResult } from './measure-tokens.js'

interface Target {
  /** Tokens per second, of raw. */
  readonly rate: number
  /** Until the first token, more than raw. */
  readonly addedMs?: number
}

/** By model: the noise of the medium one hides what its first token loses. */
const targets: Readonly<Record<string, Target>> = {
  medium: { rate: 0.98 },
  tiny: { rate: 0.92, addedMs: 6 },
}

/** Markdown. */
export function tokensReport(results: readonly TokensResult[]): string {
  const head = '## Tokens beside raw node-llama-cpp'
  return [head, ...results.map(modelReport)].join('\n\n')
}

function modelReport({ model, worker, whole }: TokensResult): string {
  const [first] = worker.raw
  const target = targets[model]
  return [
    `### the ${model} model, ${first?.tokens ?? 0} tokens, ${first?.readTokens ?? 0} of the prompt read`,
    '',
    '| path | tokens/s | first token after ms | CPU ms per token |',
    '| --- | --- | --- | --- |',
    row("the worker's stream", worker.parley),
    row('raw beside it', worker.raw),
    row('mutation to subscription', whole.parley),
    row('raw beside it', whole.raw),
    '',
    resultTable([
      ...comparison("the worker's stream", worker, target),
      ...comparison('mutation to subscription', whole, target),
    ]),
  ].join('\n')
}

function comparison(path: string, { parley, raw }: Pairs, target?: Target): Result[] {
  const rate = pairedRatio(parley.map(tokensPerSecond), raw.map(tokensPerSecond))
  const added = pairedDifference(parley.map(firstTokenMs), raw.map(firstTokenMs))
  const least = Math.min(...differences(parley.map(firstTokenMs), raw.map(firstTokenMs)))
  const disagreement = (spread(ratios(parley.map(tokensPerSecond), raw.map(tokensPerSecond))) * 100).toFixed(0)
  const peer = 'raw node-llama-cpp'
  return [
    {
      what: `tokens/s of ${path}`,
      figure: rate,
      text: `${rate.toFixed(2)} (${raw.length} rounds, ±${disagreement} %)`,
      peer,
      ...(target ? { target: { atLeast: target.rate } } : {}),
    },
    {
      what: `ms that the first token of ${path} is later`,
      figure: added,
      text: `${added.toFixed(1)} (${least.toFixed(1)} in the best round)`,
      peer,
      ...(target?.addedMs === undefined ? {} : { target: { atMost: target.addedMs } }),
    },
  ]
}

function row(name: string, answers: readonly Answered[]): string {
  const figures = [
    median(answers.map(tokensPerSecond)).toFixed(0),
    median(answers.map(firstTokenMs)).toFixed(1),
    median(answers.map(({ cpuMs, tokens }) => cpuMs / tokens)).toFixed(2),
  ]
  return `| ${[name, ...figures].join(' | ')} |`
}

function tokensPerSecond({ tokens, streamingMs }: Answered): number {
  return (tokens - 1) / (streamingMs / 1_000)
}

function firstTokenMs(answered: Answered): number {
  return answered.firstTokenMs
}
