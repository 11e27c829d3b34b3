-- A worker is alive; without a report it leaves. Returns the runs that it must stop. The id and the run of each job that it
-- runs follow its report.
local name, report = ARGV[1], ARGV[2]

if report == '' then
  call('zrem', 'alive', name)
  call('hdel', 'reports', name)
else
  for _, old in ipairs(call('zrangebyscore', 'alive', '-inf', now() - 60000)) do call('hdel', 'reports', old) end
  call('zremrangebyscore', 'alive', '-inf', now() - 60000)
  call('zadd', 'alive', now(), name)
  call('hset', 'reports', name, report)
end
local stopped = {}
for i = 3, #ARGV, 2 do
  local id, run = ARGV[i], ARGV[i + 1]
  local known = call('hmget', 'job:' .. id, 'run', 'ended')
  if known[1] == run and not known[2] then call('hset', 'job:' .. id, 'beat', now())
  else table.insert(stopped, run) end
end
return stopped
