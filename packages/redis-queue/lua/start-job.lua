-- A run begins a job. Returns the time of Redis; 0: the job is unknown or has ended.
-- `deadline` is by the clock of Redis, `kept` how long the keys of the job are kept after it, in milliseconds
local id, run, deadline, kept = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local known = call('hmget', 'job:' .. id, 'admitted', 'ended')
local entry = leave(id)
if not known[1] or known[2] then return 0 end
if entry then
  call('hset', 'state', 'started', math.max(entry.tag, tonumber(call('hget', 'state', 'started')) or 0))
end
call('zadd', 'running', deadline, id)
call('hset', 'job:' .. id, 'run', run, 'beat', now())
call('pexpire', 'job:' .. id, string.format('%.0f', math.max(0, deadline - now()) + kept))
return now()
