-- Admits a job: `admission` of @parley/queue, in Redis; one table of cases runs on both.
-- Returns its tag (0: a worker has it already, or it has ended; -1: the queue is full), the job that it displaces or '',
-- whether it has steps, whether it must wait, whether tags were lowered, the time of Redis.
local id, caller, isAccount, priority = ARGV[1], ARGV[2], ARGV[3] == '1', ARGV[4]
local increment, deadline = tonumber(ARGV[5]), now() + ARGV[6]
-- how many jobs may wait; how long the keys of a job are kept, in milliseconds; the highest tag before all are lowered;
-- the last step of a job that is displaced
local limit, lifetime, highest, refusal = tonumber(ARGV[7]), ARGV[8], tonumber(ARGV[9]), ARGV[10]

-- what an instance left behind that ended between two commands
for _, old in ipairs(call('zrangebyscore', 'waiting', '-inf', now() - 60000)) do leave(old) end
call('zremrangebyscore', 'running', '-inf', now() - 60000)

local ended = call('hget', 'job:' .. id, 'ended')
-- what a person has cancelled does not run again when the instance that should store that has died
if ended and ended ~= 'end' and ended ~= 'cancelled' then
  call('del', 'job:' .. id)
  call('del', 'steps:' .. id)
  ended = false
end
local hasSteps = call('exists', 'steps:' .. id)
if ended or call('hexists', 'job:' .. id, 'run') == 1 then return { 0, '', hasSteps, 0, 0, now() } end
local known = call('hget', 'entries', id)
if known then return { cjson.decode(known).tag, '', hasSteps, 1, 0, now() } end

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
  if most < (tonumber(call('zscore', 'held', caller)) or 0) + 2 then return { -1, '', 0, 1, 0, now() } end
  leave(displaced)
  markEnded(displaced, lifetime, 'refused')
  write(displaced, lifetime, '', refusal)
end

-- tags only count among jobs that wait at the same time
if call('zcard', 'waiting') == 0 then call('hset', 'state', 'started', 0) end
local started = tonumber(call('hget', 'state', 'started')) or 0
local newest = call('zrevrange', 'caller:' .. caller, 0, 0, 'withscores')
local tag, hasLowered = math.max(started, tonumber(newest[2]) or 0) + increment, 0
if tag > highest and started > 0 then
  local entries = call('hgetall', 'entries')
  for i = 1, #entries, 2 do
    local entry = cjson.decode(entries[i + 1])
    -- BullMQ would start a job of priority 0 before all others
    entry.tag = math.max(1, entry.tag - started)
    call('hset', 'entries', entries[i], cjson.encode(entry))
    call('sadd', 'lowered', entries[i])
    call('zadd', 'caller:' .. entry.caller, entry.tag, entries[i])
  end
  call('hset', 'state', 'started', 0)
  tag, hasLowered = tag - started, 1
end
-- the highest priority of BullMQ
tag = math.min(tag, 2097151)

local arrival = call('hincrby', 'state', 'arrivals', 1)
call('hset', 'entries', id, cjson.encode({ caller = caller, priority = priority, arrival = arrival, tag = tag }))
call('zadd', 'waiting', string.format('%.0f', deadline), id)
call('zadd', 'caller:' .. caller, tag, id)
call('zincrby', 'held', 1, caller)
call('hset', 'job:' .. id, 'admitted', 1)
call('pexpire', 'job:' .. id, lifetime)
return { tag, displaced, hasSteps, mustWait and 1 or 0, hasLowered, now() }
