import { differences, median, pairedDifference, pairedRatio, ratios, spread } from '../statistics.js'
import { verdict } from '../verdict.js'
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
    `The worker's stream: ${comparison(worker, hasTargets)}`,
    '',
    `Mutation to subscription: ${comparison(whole, hasTargets)}`,
  ].join('\n')
}

function comparison({ parley, raw }: Pairs, hasTargets: boolean): string {
  const rate = pairedRatio(parley.map(tokensPerSecond), raw.map(tokensPerSecond))
  const added = pairedDifference(parley.map(firstTokenMs), raw.map(firstTokenMs))
  const rateVerdict = hasTargets ? `, ${verdict(rate, { atLeast: 0.95 })}` : ''
  const addedVerdict = hasTargets ? `, ${verdict(added, { atMost: 10 })}` : ''
  const least = Math.min(...differences(parley.map(firstTokenMs), raw.map(firstTokenMs)))
  const disagreement = (spread(ratios(parley.map(tokensPerSecond), raw.map(tokensPerSecond))) * 100).toFixed(0)
  return (
    `tokens/s ${rate.toFixed(2)} of raw${rateVerdict} (${raw.length} rounds, ±${disagreement} % between them); ` +
    `first token ${added.toFixed(1)} ms later${addedVerdict} (${least.toFixed(1)} ms in the best round).`
  )
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
