import { mkdirSync, writeFileSync } from 'node:fs'
import { line14Document } from '../../ai-workers/legacy/line-1-4-document.js'
import { workerService } from '../../ai-workers/routes/worker-endpoints.js'
import { lineOf } from '../../rest-facade/contract/lines.js'
import { services } from '../../rest-facade/services.js'
import { perKind } from '../../src/kinds.js'
import { limits, newestLine } from '../../src/limits.js'
import { packageVersion } from '../../src/package-root.js'
import { openApiDocument } from '../../src/http/openapi/document.js'

// the answers of `GET /openapi.json` with default settings, as files that show changes
const folder = 'docs/openapi'
const version = packageVersion()

// the default models that a path may name (contract: ai-workers.4)
const models = ['Local', 'hosted4o_mini', 'hosted4.1', 'hosted4.1_mini']
const settings = { line: lineOf(newestLine), imageHosts: ['localhost:8080'], messageLimit: limits.messageLength }
const documents = {
  application: services.application(version, settings),
  'chat-log': services.chatLog(version, settings),
  admin: services.admin(version, { hasSignIn: false }),
  'line-1.4': line14Document(version),
  ...perKind((kind) => workerService(kind, { version, models })),
}

mkdirSync(folder, { recursive: true })
for (const [name, service] of Object.entries(documents)) {
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(openApiDocument(service), null, 2)}\n`)
}
