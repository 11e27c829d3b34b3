// a listener and its routes
export type { DirectHandler, DirectRoute, DirectRoutes } from './listener/direct.js'
export type { ReadyCheck } from './listener/health.js'
export {
  addressOf,
  type Listener,
  type ListenerOptions,
  openListener,
  type OpenPort,
  readChunks,
} from './listener/listener.js'
export { type Method, methods, mountPath } from './listener/paths.js'
export { assignRequestId, newRequestId, requestIdOf } from './listener/request-id.js'
export { codeOfStatus, note, noteGraphql, noteGraphqlRequest, notesOf } from './listener/request-log.js'
export { splitTarget } from './listener/target.js'

// access checks
export { checkAccess, checkedRoutes } from './checks/access-check.js'
export { allowsOrigin, noOrigins } from './checks/cors.js'
export { boundFields, fieldsRefusal } from './checks/header-size.js'
export { isLocalOrigin, localCallersOnly } from './checks/local-callers-only.js'
export { isOfHost, originOf } from './checks/origins.js'
export { checkExpectation, checkProtocol } from './checks/protocol-checks.js'
export { securityHeaders } from './checks/security-headers.js'
export { requireServiceToken, serviceTokenCheck } from './checks/service-token.js'
export { strictTransportValue } from './checks/strict-transport.js'

// addresses
export { AddressSet } from './addresses/address-set.js'
export { addressBehind, clientAddress } from './addresses/client-address.js'

// bounds and load
export { FileHandles, systemHandles } from './load/file-handles.js'
export { joinChunks } from './load/join-chunks.js'
export { ListenerLimits } from './load/listener-limits.js'
export { LoadMonitor, type LoadThresholds } from './load/load-monitor.js'
export { type LoadProbe, systemProbe } from './load/load-probe.js'
export { disconnectSignal, onClose } from './load/on-close.js'
export { OpenStreams, streamLimits } from './load/open-streams.js'
export { PipelinedRequests } from './load/pipelined-requests.js'
export type { ProcessLimits } from './load/process-limits.js'
export { holdBytes, memoryReserver } from './load/request-memory.js'
export { maxHeadersCount, maxHeaderSize, requestTimes } from './load/request-times.js'
export { requestTurns } from './load/request-turns.js'
export { UnsentBytes, type UnsentLimits } from './load/unsent-bytes.js'

// bodies
export { bodyParts } from './body/body-parts.js'
export { collect, jsonBodyLimitBytes, parseJson, readJsonBody, readLargeJsonBody } from './body/json-body.js'
export { jsonFaultPosition } from './body/json-position.js'
export { largeBodyTurn, largeTurn, measuredTurn } from './body/large-body-turn.js'
export { lastValues } from './body/last-values.js'
export { lenient } from './body/lenient.js'
export { MemoryFileStorage, type UploadedFile } from './body/memory-file-storage.js'
export { type FilePart, isMultipart, mostFormKeys, multipartLimits, readMultipartBody } from './body/multipart-body.js'
export { UploadMemory } from './body/upload-memory.js'

// errors
export { answerForFailure, type Failure, inBody } from './errors/answer-for-failure.js'
export { answerOnSocket } from './errors/answer-on-socket.js'
export { answerBrokenRequest } from './errors/broken-request.js'
export { answerErrors, errorMiddleware, unknownRoute } from './errors/error-middleware.js'
export { answerOf, type ErrorAnswer, HttpError, type Location, refusals } from './errors/http-error.js'
export { boundFaults, plainFaults, valueFaults } from './errors/input-fault-types.js'
export { faultsOfIssues, type Locate, repeatedHeader } from './errors/input-faults.js'
export { invalidBodyError, restErrors } from './errors/rest-errors.js'

// answers
export { EventStream, eventTimes } from './answers/event-stream.js'
export { sendBytes } from './answers/send-bytes.js'
export { sendFile, sendJson, sendNothing, sendText, written } from './answers/send.js'
export { streamHeaders } from './answers/stream-headers.js'
export { writeWithBackpressure } from './answers/write-with-backpressure.js'
