-- The beginning of every script. KEYS[1] is the prefix of the keys of a kind, which has these, beside those of BullMQ:
--   entries    hash: the waiting jobs, each with caller, priority, arrival and tag
--   waiting    sorted set: the same jobs by deadline; running: those that a worker has started
--   caller:*   sorted set: the waiting jobs of a caller by tag; held: how many each caller has
--   state      hash: the highest tag of a job that has started, the number of arrivals
--   lowered    set: the waiting jobs whose tag was lowered, until BullMQ has the new one; lowering: an instance passes them on
--   job:*      hash: the run that may write steps, and the last heartbeat of its worker; why the job has ended
--   steps:*    stream: the progress of a job
--   alive      sorted set: workers by their last heartbeat; reports: what they report
local base = KEYS[1]

local function call(name, key, ...) return redis.call(name, base .. ':' .. key, ...) end

-- Epoch milliseconds by the clock of Redis.
local function now()
  local time = redis.call('time')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Removes a waiting job; returns its entry, or nil.
local function leave(job)
  local text = call('hget', 'entries', job)
  if not text then return nil end
  local entry = cjson.decode(text)
  call('hdel', 'entries', job)
  call('srem', 'lowered', job)
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

-- The names of the workers whose last heartbeat is at most 5 s old.
local function alive() return call('zrangebyscore', 'alive', now() - 5000, '+inf') end

-- The jobs that these workers can run at the same time.
local function slots()
  local count = 0
  for _, name in ipairs(alive()) do
    local report = cjson.decode(call('hget', 'reports', name))
    if report.modelState == 'ready' then count = count + report.maxConcurrent end
  end
  return count
end
