import { median, pairedRatio, ratios, spread } from '../statistics.js'
import { verdict } from '../verdict.js'
import { endpoints } from './measure-rest.js'
import type { Contender, Endpoint, RestMeasurement, RestRound } from './measure-rest.js'

const titles: Readonly<Record<Endpoint, string>> = {
  characters: '`GET /api/characters`, 20 rows, anonymous',
  profile: '`GET /api/users/profile`, with a token',
}
const names: Readonly<Record<Contender, string>> = {
  parley: 'Parley',
  express: 'Express, same SQL',
  fastify: 'Fastify, same SQL',
}

/** Markdown: a table for each endpoint with the comparison to the target, and the memory of the process. */
export function restReport({ rounds, residentMb }: RestMeasurement): string {
  const memory = `Resident after the rounds, ${residentMb.toFixed(0)} MB, ${verdict(residentMb, { atMost: 250 })}.`
  return ['## REST endpoints over the schema', ...endpoints.map((each) => endpointReport(each, rounds)), memory].join(
    '\n\n',
  )
}

function endpointReport(endpoint: Endpoint, all: readonly RestRound[]): string {
  const rounds = all.filter((round) => round.endpoint === endpoint)
  const cpu = (contender: Contender) => rounds.map(({ results }) => results[contender].cpuMsPerRequest)
  const row = (contender: Contender) => {
    const perSecond = median(rounds.map(({ results }) => results[contender].requestsPerSecond))
    const ratio = pairedRatio(cpu(contender), cpu('express'))
    return `| ${[names[contender], median(cpu(contender)).toFixed(3), ratio.toFixed(2), perSecond.toFixed(0)].join(' | ')} |`
  }
  const ratio = pairedRatio(cpu('parley'), cpu('express'))
  const disagreement = (spread(ratios(cpu('parley'), cpu('express'))) * 100).toFixed(0)
  const toFastify = pairedRatio(cpu('parley'), cpu('fastify')).toFixed(2)
  return [
    `### ${titles[endpoint]}`,
    '',
    '| server | CPU ms per request | of Express | requests/s |',
    '| --- | --- | --- | --- |',
    row('parley'),
    row('express'),
    row('fastify'),
    '',
    `Parley: ${ratio.toFixed(2)} of the CPU of bare Express, ${verdict(ratio, { atMost: 1.3 })} ` +
      `(${rounds.length} rounds, ±${disagreement} % between them); ${toFastify} of bare Fastify.`,
  ].join('\n')
}
