import { differences, median, pairedDifference, pairedRatio, ratios, spread } from '../statistics.js'
import { verdict } from '../verdict.js'
import type { Answered, TokensResult } from './measure-tokens.js'

/** Markdown: the first model is the one with targets, the others are reported only. */
export function tokensReport(results: readonly TokensResult[]): string {
  const head = '## Tokens through the whole path, beside raw node-llama-cpp'
  return [head, ...results.map((result, index) => modelReport(result, index === 0))].join('\n\n')
}

function modelReport({ model, parley, raw }: TokensResult, hasTargets: boolean): string {
  const rate = pairedRatio(parley.map(tokensPerSecond), raw.map(tokensPerSecond))
  const added = pairedDifference(parley.map(firstTokenMs), raw.map(firstTokenMs))
  const rateVerdict = hasTargets ? `, ${verdict(rate, { atLeast: 0.95 })}` : ''
  const addedVerdict = hasTargets ? `, ${verdict(added, { atMost: 10 })}` : ''
  const least = Math.min(...differences(parley.map(firstTokenMs), raw.map(firstTokenMs)))
  const disagreement = (spread(ratios(parley.map(tokensPerSecond), raw.map(tokensPerSecond))) * 100).toFixed(0)
  const row = (name: string, answers: readonly Answered[]) => {
    const figures = [
      median(answers.map(tokensPerSecond)).toFixed(0),
      median(answers.map(firstTokenMs)).toFixed(1),
      median(answers.map(({ cpuMs, tokens }) => cpuMs / tokens)).toFixed(2),
    ]
    return `| ${[name, ...figures].join(' | ')} |`
  }
  return [
    `### the ${model} model, ${raw[0]?.tokens ?? 0} tokens, ${raw[0]?.readTokens ?? 0} of the prompt read`,
    '',
    '| path | tokens/s | first token after ms | CPU ms per token |',
    '| --- | --- | --- | --- |',
    row('Parley', parley),
    row('raw', raw),
    '',
    `Tokens/s: ${rate.toFixed(2)} of raw${rateVerdict} (${raw.length} rounds, ±${disagreement} % between them).`,
    `First token: ${added.toFixed(1)} ms added${addedVerdict} (${least.toFixed(1)} ms in the best round).`,
  ].join('\n')
}

function tokensPerSecond({ tokens, streamingMs }: Answered): number {
  return (tokens - 1) / (streamingMs / 1_000)
}

function firstTokenMs(answered: Answered): number {
  return answered.firstTokenMs
}
