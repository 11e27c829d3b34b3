/** The kinds of text that people read. */
export type TextKind = 'comment' | 'sentence' | 'title' | 'event' | 'page' | 'name' | 'file'

export interface ProseRule {
  readonly name: string
  readonly pattern: RegExp
  /** The suggestion that is shown with a finding. */
  readonly instead: string
}

/** Words and constructions that are refused in comments, sentences, test titles and pages. */
export const phrases: readonly ProseRule[] = [
  { name: 'whoever', pattern: /\bwho(so)?ever\b/i, instead: 'the caller, the client, the request' },
  {
    name: 'who as a noun',
    pattern: /\b(of|by|to|for|from|with|than|at) who\b/i,
    instead: 'name the caller or the client',
  },
  { name: 'who asks', pattern: /\bwho (asks?|wants?)\b/i, instead: 'the caller, the client, the request' },
  { name: 'in the making', pattern: /\bin the making\b/i, instead: 'running, in progress' },
  { name: 'tell', pattern: /\b(tell|tells|telling|told)\b/i, instead: 'return, publish, notify, report, log, say' },
  {
    name: 'hear',
    pattern: /\b(hears?|heard|hearing) (of|about|from|that|it|nothing|no)\b/i,
    instead: 'receive, is notified',
  },
  {
    name: 'nobody',
    pattern: /\b(nobody|somebody|anybody|everybody)('s)?\b/i,
    instead: 'no client, another account, any caller',
  },
  { name: 'his', pattern: /\b(he|him|his|himself|theirs)\b/i, instead: 'its, of the account, of the client' },
  { name: 'is to be', pattern: /\b(is|are|was|were) to be\b/i, instead: 'will be, must be, should be' },
  {
    name: 'is no',
    pattern:
      /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|less\b|later\b|earlier\b|fewer\b|other\b|(\w+er) than\b)/i,
    instead: 'is not a ..., has no ..., does not ...',
  },
  {
    name: 'of which that is so',
    pattern: /\b(of which (that|this|it) is|that is so|of that kind it is)\b/i,
    instead: 'the subset that ..., those that ...',
  },
  {
    name: 'take',
    pattern:
      /\b(take|takes|taking|took) (?!effect\b|place\b|precedence\b|part\b|care\b|advantage\b|over\b|turns\b|up to\b|about\b|around\b|at (most|least)\b|as long\b|its time\b|their time\b|(much |far )?(long|longer|less|more)\b|some time\b|time\b|(a|an|one|two|three|several|many|some|half an?|few|hundreds of)[ -](few |whole |full |hundred |thousand |second |long )?(ms|s|second|minute|hour|millisecond|round|while|day|moment|time|tick|step|core|CPU)s?\b|\$?\{?\d|milliseconds|seconds|minutes|hours|days|down\b|off\b|away\b|apart\b)/i,
    instead: 'accept, read, acquire, lock, store, use, require',
  },
  {
    name: 'is taken',
    pattern: /\b(is|are|was|were|be|being) (not )?taken (for|as|from|by|to|up|in|out|back|on)\b/i,
    instead: 'is read, accepted, acquired, treated as',
  },
  { name: 'had', pattern: /\b(can|cannot|could|may|must|to) be had\b/i, instead: 'is available, is unavailable' },
  { name: 'put off', pattern: /\b(put|puts|putting) off\b/i, instead: 'defer, deferred' },
  { name: 'no good', pattern: /\bno good\b|\bgood no more\b/i, instead: 'invalid' },
  { name: 'has to do with', pattern: /\b(has|have|had) to do with\b/i, instead: 'concerns, uses, belongs to' },
  { name: 'in vain', pattern: /\bin vain\b/i, instead: 'without effect, useless' },
]

/** Refused identifiers. A word counts anywhere in a name, as in `nobodysKey`. */
export const names: readonly ProseRule[] = [
  { name: 'Wish', pattern: /^(Look|Generation|Turn)?Wish(es)?$/, instead: 'GenerationRequest, ReadRequest' },
  { name: 'Told', pattern: /[Tt]old|^tell|Tell/, instead: 'ClientState; report, publish, notify' },
  { name: 'NewsPile', pattern: /^NewsPile$/i, instead: 'RoomEventBuffer' },
  { name: 'RoomNews', pattern: /^(Room|has|is)?News(Item)?$/, instead: 'RoomChange, UnreadChanges, isReportable' },
  { name: 'Desk', pattern: /^([A-Z]\w*)?Desk$/, instead: 'a fixture' },
  { name: 'Undo', pattern: /^Undo$/i, instead: 'CleanupStack' },
  { name: 'Manners', pattern: /^Manners$/i, instead: 'ListenerSettings' },
  { name: 'PortWraps', pattern: /^PortWraps?$/i, instead: 'PortOverrides' },
  { name: 'Place', pattern: /^Place$/, instead: 'QueueSlot, OperationSlot, RequestOrigin, RetrySlot, RoomLocation' },
  { name: 'Standing', pattern: /^Standing$/, instead: 'QueuePosition, SessionValidity' },
  { name: 'Crowd', pattern: /^(Crowd|Seat|SocketCensus)$/i, instead: 'QuotaExceeded, Lease, SocketQuota' },
  { name: 'SocketLane', pattern: /^SocketLane$/i, instead: 'SocketBackpressure' },
  { name: 'heldStream', pattern: /^heldStream$/i, instead: 'sessionBoundStream' },
  { name: 'lastAnswers', pattern: /^(lastAnswers|sayGoodbye)$/i, instead: 'flushPending, closeSocket' },
  { name: 'objectionTo', pattern: /^objectionTo/, instead: 'framingFault' },
  { name: 'keepTrying', pattern: /^keepTrying$/, instead: 'retryWhileStoreUnavailable' },
  {
    name: 'nobody',
    pattern: /[Nn]obody|([Ss]ome|[Aa]ny|[Ee]very)body|[Ww]hoever/,
    instead: 'noClient, otherAccount, caller',
  },
]

/** Refused names of files and folders. */
export const fileNames: readonly ProseRule[] = [
  { name: 'taken.ts', pattern: /^taken\.ts$/, instead: 'uniqueness.ts' },
  { name: 'told.ts', pattern: /^told\.ts$/, instead: 'client-state.ts' },
  { name: 'earlier/', pattern: /^earlier$/, instead: 'legacy/' },
  { name: 'socket-census.ts', pattern: /^socket-census\.ts$/, instead: 'socket-quota.ts' },
  { name: 'socket-lane.ts', pattern: /^socket-lane\.ts$/, instead: 'socket-backpressure.ts' },
  { name: 'held-stream.ts', pattern: /^held-stream\.ts$/, instead: 'session-bound-stream.ts' },
  { name: 'say-goodbye.ts', pattern: /^say-goodbye\.ts$/, instead: 'close-socket.ts' },
  { name: 'room-looks.ts', pattern: /^room-looks\.ts$/, instead: 'room-reader.ts' },
  { name: 'reach.ts', pattern: /^reach\.ts$/, instead: 'access-rule.ts' },
  { name: 'arrival.ts', pattern: /^arrival\.ts$/, instead: 'incoming-request.ts' },
  { name: 'undo.ts', pattern: /^undo\.ts$/, instead: 'cleanup-stack.ts' },
]

/**
 * A log event: what happened to what. The details are fields of the line. The states of a process and the two access-log
 * lines are single words.
 */
export const events: readonly ProseRule[] = [
  {
    name: 'noun.past_participle',
    pattern: /^(?!(starting|ready|draining|stopped|request|operation)$|[a-z][a-z0-9]*(_[a-z0-9]+)*\.[a-z]+(_[a-z]+)*$)/,
    instead: 'noun.past_participle, such as mail.rejected',
  },
]

/** The rules of each kind of text. */
export const rulesFor: Readonly<Record<TextKind, readonly ProseRule[]>> = {
  comment: phrases,
  sentence: phrases,
  title: phrases,
  page: phrases,
  event: events,
  name: names,
  file: fileNames,
}
