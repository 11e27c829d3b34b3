import { differences, median, pairedDifference, pairedRatio, ratios, spread } from '../statistics.js'
import { resultTable } from '../verdict.js'
import type { Result } from '../verdict.js'
import type { Answered, Pairs, TokensResult } from './measure-tokens.js'

/** Markdown: the first model has targets, the others are only reported. */
export function tokensReport(results: readonly TokensResult[]): string {
  const head = '## Tokens beside raw node-llama-cpp'
  return [head, ...results.map((result, index) => modelReport(result, index === 0))].join('\n\n')
}

function modelReport({ model, worker, whole }: TokensResult, hasTargets: boolean): string {
  const [first] = worker.raw
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
      ...comparison("the worker's stream", worker, hasTargets),
      ...comparison('mutation to subscription', whole, hasTargets),
    ]),
  ].join('\n')
}

function comparison(path: string, { parley, raw }: Pairs, hasTargets: boolean): Result[] {
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
      ...(hasTargets ? { target: { atLeast: 0.95 } } : {}),
    },
    {
      what: `ms that the first token of ${path} is later`,
      figure: added,
      text: `${added.toFixed(1)} (${least.toFixed(1)} in the best round)`,
      peer,
      ...(hasTargets ? { target: { atMost: 10 } } : {}),
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
