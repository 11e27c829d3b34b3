import { cpuResult, loadTable, type Round } from '../load/load-table.js'
import { resultTable } from '../verdict.js'
import { endpoints, type Contender, type Endpoint, type RestMeasurement } from './measure-rest.js'

const titles: Readonly<Record<Endpoint, string>> = {
  characters: '`GET /api/characters`, 20 rows, anonymous',
  profile: '`GET /api/users/profile`, with a token',
}
const names: Readonly<Record<Contender, string>> = {
  parley: 'Parley',
  express: 'bare Express',
  fastify: 'bare Fastify',
  safeFastify: 'Fastify with equal safety',
}
/** Of the CPU of bare Express. */
const targets: Readonly<Record<Endpoint, { readonly atMost: number }>> = {
  characters: { atMost: 0.84 },
  profile: { atMost: 0.64 },
}

/** Markdown: for each endpoint a table of the servers and the ratios with the target, and the memory of the process. */
export function restReport({ rounds, residentMb }: RestMeasurement): string {
  const memory = resultTable([
    {
      what: 'MB resident after the rounds',
      figure: residentMb,
      text: residentMb.toFixed(0),
      target: { atMost: 250 },
    },
  ])
  const reports = endpoints.map((endpoint) => endpointReport(endpoint, rounds[endpoint]))
  return ['## REST endpoints over the schema', ...reports, '### Memory of the main process', memory].join('\n\n')
}

function endpointReport(endpoint: Endpoint, rounds: readonly Round<Contender>[]): string {
  return [
    `### ${titles[endpoint]}`,
    loadTable(rounds, names, 'express'),
    resultTable([
      cpuResult(rounds, names, { of: 'parley', to: 'express', target: targets[endpoint] }),
      cpuResult(rounds, names, { of: 'safeFastify', to: 'express' }),
      cpuResult(rounds, names, { of: 'parley', to: 'safeFastify' }),
    ]),
  ].join('\n\n')
}
