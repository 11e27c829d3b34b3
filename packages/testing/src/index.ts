export { countTurns, workFor } from './event-loop.js'
export { amidCollections, collectGarbage } from './garbage.js'
export { createTestDatabase, onServer, type TestDatabase, testPooler, testServer } from './postgres.js'
export { until } from './until.js'
