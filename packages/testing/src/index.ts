// waits, and the event loop
export { countTurns, workFor } from './event-loop.js'
export { amidCollections, collectGarbage } from './garbage.js'
export { until } from './until.js'

// the cases of fairness, for every queue
export { expectFairness, fairnessCases, type FairJobs } from './fairness-cases.js'

// servers
export { ModelServer } from './model-server.js'
export { testMongoDatabase, withDatabase } from './mongodb.js'
export { createTestDatabase, onServer, type TestDatabase, testPooler, testServer } from './postgres.js'
export { ServerProxy } from './server-proxy.js'

// models of random weights
export { chatTemplates } from './tiny-model/chat-templates.js'
export { ensureTinyModel } from './tiny-model/ensure-tiny-model.js'
export { SeededRandom } from './tiny-model/seeded-random.js'
export { createTinyModel, type TinyModelOptions } from './tiny-model/tiny-model.js'
export type { TinyTemplate } from './tiny-model/vocabulary.js'
