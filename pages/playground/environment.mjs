// What graphiql.js reads while it is loaded: where the workers of its editors are, and that they have a global API.
const workers = { json: 'json-worker.js', graphql: 'graphql-worker.js' }

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(new URL(workers[label] ?? 'editor-worker.js', import.meta.url)),
  globalAPI: true,
}
