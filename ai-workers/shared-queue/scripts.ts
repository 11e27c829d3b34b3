import type { RedisOptions, Result } from 'ioredis'
import type { QueueOverview } from './queue-order.js'

// A queue has, beside the keys of BullMQ:
//   entries    hash: the waiting jobs, each with caller, priority, arrival and tag
//   waiting    sorted set: the same jobs by deadline; running: those that a worker has started
//   caller:*   sorted set: the waiting jobs of a caller by tag; held: how many each caller has
//   state      hash: the tag of the job that started last, the number of arrivals
//   job:*      hash: the run that may write steps, and the last heartbeat of its worker; why the job has ended
//   steps:*    stream: the progress of a job
//   alive      sorted set: workers by their last heartbeat; reports: what they report

const prelude = `
local base, id = KEYS[1], ARGV[1]
local function call(name, key, ...) return redis.call(name, base .. ':' .. key, ...) end
local function now()
  local time = redis.call('time')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function leave(job)
  local text = call('hget', 'entries', job)
  if not text then return nil end
  local entry = cjson.decode(text)
  call('hdel', 'entries', job)
  call('zrem', 'waiting', job)
  call('zrem', 'caller:' .. entry.caller, job)
  if tonumber(call('zincrby', 'held', -1, entry.caller)) <= 0 then call('zrem', 'held', entry.caller) end
  return entry
end
local function write(job, lifetime, run, step)
  call('xadd', 'steps:' .. job, 'MAXLEN', '~', 100000, '*', 'run', run, 'step', step)
  call('pexpire', 'steps:' .. job, lifetime)
end
local function markEnded(job, lifetime, reason)
  call('hset', 'job:' .. job, 'ended', reason)
  call('pexpire', 'job:' .. job, lifetime)
  call('zrem', 'running', job)
end
local function alive() return call('zrangebyscore', 'alive', now() - 5000, '+inf') end
local function slots()
  local count = 0
  for _, name in ipairs(alive()) do
    local report = cjson.decode(call('hget', 'reports', name))
    if report.modelState == 'ready' then count = count + report.maxConcurrent end
  end
  return count
end
`

/**
 * ARGV: id, caller, whether it is an account, priority, increment, time left, limit, lifetime, longest tag, refusal.
 * The last value of the answer is the time of Redis.
 */
const admit = `${prelude}
local caller, isAccount, priority, increment = ARGV[2], ARGV[3] == '1', ARGV[4], tonumber(ARGV[5])
local deadline, limit, lifetime, longest, refusal = now() + ARGV[6], tonumber(ARGV[7]), ARGV[8], tonumber(ARGV[9]), ARGV[10]
-- what an instance left behind that ended between two commands
for _, old in ipairs(call('zrangebyscore', 'waiting', '-inf', now() - 60000)) do leave(old) end
call('zremrangebyscore', 'running', '-inf', now() - 60000)

local ended = call('hget', 'job:' .. id, 'ended')
-- what a person has cancelled does not run again when the instance that should store that has died
if ended and ended ~= 'end' and ended ~= 'cancelled' then
  redis.call('del', base .. ':job:' .. id, base .. ':steps:' .. id)
  ended = false
end
local hasSteps = call('exists', 'steps:' .. id)
if ended or call('hexists', 'job:' .. id, 'run') == 1 then return { 0, '', hasSteps, 0, now() } end
local known = call('hget', 'entries', id)
if known then return { cjson.decode(known).tag, '', hasSteps, 1, now() } end

local waits, displaced = call('zcard', 'waiting'), ''
local mustWait = waits > 0 or call('zcard', 'running') >= slots()
if mustWait and waits >= limit then
  local held, most, last = call('zrevrange', 'held', 0, -1, 'withscores'), 0, -1
  for i = 1, #held, 2 do
    if (isAccount or string.sub(held[i], 1, 5) ~= 'user:') and tonumber(held[i + 1]) >= most then
      local newest = call('zrevrange', 'caller:' .. held[i], 0, 0)[1]
      local entry = cjson.decode(call('hget', 'entries', newest))
      local place = entry.tag * 4294967296 + entry.arrival
      most = tonumber(held[i + 1])
      if place > last then displaced, last = newest, place end
    elseif tonumber(held[i + 1]) < most then break end
  end
  if most < (tonumber(call('zscore', 'held', caller)) or 0) + 2 then return { -1, '', 0, 1, now() } end
  leave(displaced)
  markEnded(displaced, lifetime, 'refused')
  write(displaced, lifetime, '', refusal)
end

-- tags only count among jobs that wait at the same time
if call('zcard', 'waiting') == 0 then call('hset', 'state', 'started', 0) end
local started = tonumber(call('hget', 'state', 'started')) or 0
local newest = call('zrevrange', 'caller:' .. caller, 0, 0, 'withscores')
local tag = math.max(started, tonumber(newest[2]) or 0) + increment
if tag > longest then
  local prioritized, entries = KEYS[2] .. 'prioritized', call('hgetall', 'entries')
  for i = 1, #entries, 2 do
    local entry = cjson.decode(entries[i + 1])
    entry.tag = entry.tag - started
    call('hset', 'entries', entries[i], cjson.encode(entry))
    call('zadd', 'caller:' .. entry.caller, entry.tag, entries[i])
    -- BullMQ's score is the priority in units of 2^32, and a counter
    if redis.call('zscore', prioritized, entries[i]) then
      redis.call('zincrby', prioritized, string.format('%.0f', -started * 4294967296), entries[i])
    end
  end
  call('hset', 'state', 'started', 0)
  tag = math.min(tag - started, 2097151)
end
local arrival = call('hincrby', 'state', 'arrivals', 1)
call('hset', 'entries', id, cjson.encode({ caller = caller, priority = priority, arrival = arrival, tag = tag }))
call('zadd', 'waiting', string.format('%.0f', deadline), id)
call('zadd', 'caller:' .. caller, tag, id)
call('zincrby', 'held', 1, caller)
call('hset', 'job:' .. id, 'admitted', 1)
call('pexpire', 'job:' .. id, lifetime)
return { tag, displaced, hasSteps, mustWait and 1 or 0, now() }`

/** ARGV: id, run, deadline, how long its keys are kept after it. The time of Redis; 0: the job is unknown or has ended. */
const start = `${prelude}
local known = call('hmget', 'job:' .. id, 'admitted', 'ended')
local entry = leave(id)
if not known[1] or known[2] then return 0 end
if entry then
  call('hset', 'state', 'started', math.max(entry.tag, tonumber(call('hget', 'state', 'started')) or 0))
end
call('zadd', 'running', ARGV[3], id)
call('hset', 'job:' .. id, 'run', ARGV[2], 'beat', now())
call('pexpire', 'job:' .. id, string.format('%.0f', math.max(0, ARGV[3] - now()) + ARGV[4]))
return now()`

/** ARGV: id, run, lifetime, step, why the job has ended or ''. 0: the run may write no more. */
const append = `${prelude}
local known = call('hmget', 'job:' .. id, 'run', 'ended')
if known[1] ~= ARGV[2] or known[2] then return 0 end
write(id, ARGV[3], ARGV[2], ARGV[4])
call('pexpire', 'job:' .. id, ARGV[3])
if ARGV[5] ~= '' then markEnded(id, ARGV[3], ARGV[5]) end
return 1`

/** ARGV: id, run. The job waits again, and the run may write no more. */
const handBack = `${prelude}
if call('hget', 'job:' .. id, 'run') ~= ARGV[2] then return 0 end
call('hdel', 'job:' .. id, 'run')
call('zrem', 'running', id)
return 1`

/** ARGV: id, why the job has ended, step. 0: it is unknown, or has ended. */
const end = `${prelude}
leave(id)
local lifetime = call('pttl', 'job:' .. id)
if lifetime < 0 or call('hexists', 'job:' .. id, 'ended') == 1 then return 0 end
markEnded(id, lifetime, ARGV[2])
write(id, lifetime, '', ARGV[3])
redis.call('publish', base .. ':ended', id)
return 1`

/**
 * ARGV: the time without a heartbeat after which a worker is lost, ids. For each id: `gone` if Redis has lost it, `dead` if
 * its worker was lost, else `open`.
 */
const check = `${prelude}
local answers = {}
for i = 2, #ARGV do
  local one = ARGV[i]
  local known = call('hmget', 'job:' .. one, 'admitted', 'ended', 'run', 'beat')
  local answer = 'open'
  if not known[1] then answer = 'gone'
  elseif known[2] then answer = 'open'
  elseif known[3] then
    if now() - known[4] > tonumber(ARGV[1]) then answer = 'dead' end
  elseif redis.call('exists', KEYS[2] .. one) == 0 then answer = 'gone' end
  answers[i - 1] = answer
end
return answers`

/** See QueueOverview. BullMQ moves the jobs that go before all others while its queue is paused. */
const overview = `${prelude}
local first = redis.call('llen', KEYS[2] .. 'wait') + redis.call('llen', KEYS[2] .. 'paused')
return { first, slots(), call('hgetall', 'entries'), redis.call('hexists', KEYS[2] .. 'meta', 'paused') }`

/** ARGV: name, report, id and run of each running job; without a report the worker leaves. Returns the runs to stop. */
const beat = `${prelude}
if ARGV[2] == '' then
  call('zrem', 'alive', id)
  call('hdel', 'reports', id)
else
  for _, old in ipairs(call('zrangebyscore', 'alive', '-inf', now() - 60000)) do call('hdel', 'reports', old) end
  call('zremrangebyscore', 'alive', '-inf', now() - 60000)
  call('zadd', 'alive', now(), id)
  call('hset', 'reports', id, ARGV[2])
end
local stopped = {}
for i = 3, #ARGV, 2 do
  local known = call('hmget', 'job:' .. ARGV[i], 'run', 'ended')
  if known[1] == ARGV[i + 1] and not known[2] then call('hset', 'job:' .. ARGV[i], 'beat', now())
  else table.insert(stopped, ARGV[i + 1]) end
end
return stopped`

/** The reports of the workers that are alive. */
const reports = `${prelude}
local found = {}
for i, name in ipairs(alive()) do found[i] = call('hget', 'reports', name) end
return found`

export const scripts: RedisOptions['scripts'] = {
  admitJob: { lua: admit, numberOfKeys: 2 },
  startJob: { lua: start, numberOfKeys: 1 },
  appendStep: { lua: append, numberOfKeys: 1 },
  handBackJob: { lua: handBack, numberOfKeys: 1 },
  endJob: { lua: end, numberOfKeys: 1 },
  checkJobs: { lua: check, numberOfKeys: 2 },
  queueOverview: { lua: overview, numberOfKeys: 2 },
  beatWorker: { lua: beat, numberOfKeys: 1 },
  workerReports: { lua: reports, numberOfKeys: 1 },
}

export type JobCheck = 'open' | 'gone' | 'dead'

type Words = readonly (string | number)[]

declare module 'ioredis' {
  interface RedisCommander<Context> {
    admitJob(base: string, bull: string, ...argv: Words): Result<[number, string, number, number, number], Context>
    startJob(base: string, ...argv: Words): Result<number, Context>
    appendStep(base: string, ...argv: Words): Result<number, Context>
    handBackJob(base: string, ...argv: Words): Result<number, Context>
    endJob(base: string, ...argv: Words): Result<number, Context>
    checkJobs(base: string, bull: string, ...argv: Words): Result<JobCheck[], Context>
    queueOverview(base: string, bull: string): Result<QueueOverview, Context>
    beatWorker(base: string, ...argv: Words): Result<string[], Context>
    workerReports(base: string): Result<string[], Context>
  }
}
