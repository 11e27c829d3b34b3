export { countTurns, workFor } from './event-loop.js'
export { amidCollections, collectGarbage } from './garbage.js'
export { until } from './until.js'
