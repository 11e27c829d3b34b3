import { median, pairedRatio } from '../statistics.js'
import { verdict } from '../verdict.js'
import type { EngineResult, TurnResult } from './measure-engine.js'

export function engineReport({ turns, rooms, four, one, residentMb }: EngineResult): string {
  const tenth = turns.find(({ turn }) => turn === 10)
  const ofTenth = tenth ? pairedRatio(tenth.warmMs, tenth.coldMs) : Number.NaN
  const batched = pairedRatio(four, one)
  return [
    '## The local engine: conversations that go on, and replies at the same time',
    '',
    `${rooms} rooms that send messages in turn, and the first one's prompts again on a worker that has just read something else:`,
    '',
    '| turn | tokens read, of the prompt | first token after ms | cold | of cold |',
    '| --- | --- | --- | --- | --- |',
    ...turns.map(row),
    '',
    `Turn 10: ${ofTenth.toFixed(2)} of a cold evaluation, ${verdict(ofTenth, { atMost: 0.3 })} (${tenth?.warmMs.length ?? 0} rounds). ` +
      'From turn 12 on the oldest of ten entries leaves the prompt, and all after the system text is read again.',
    `In memory: ${residentMb.kept.toFixed(0)} MB with kept contexts, ${residentMb.bare.toFixed(0)} MB without.`,
    '',
    `Four replies at once: ${median(four).toFixed(0)} tokens/s with concurrency 4, ${median(one).toFixed(0)} with concurrency 1: ` +
      `${batched.toFixed(2)} times, ${verdict(batched, { atLeast: 1.3 })} (${four.length} rounds).`,
  ].join('\n')
}

function row({ turn, warmMs, coldMs, readTokens, promptTokens }: TurnResult): string {
  const figures = [median(warmMs).toFixed(0), median(coldMs).toFixed(0), pairedRatio(warmMs, coldMs).toFixed(2)]
  return `| ${[turn, `${readTokens} of ${promptTokens}`, ...figures].join(' | ')} |`
}
