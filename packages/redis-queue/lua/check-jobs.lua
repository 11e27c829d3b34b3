-- The state of each job: `gone` if Redis has lost it, `waiting` if no run has begun it, `dead` if its worker was lost, else
-- `open`. ARGV[1] is the time without a heartbeat after which a worker is lost, in milliseconds; the ids follow.
local lossMs = tonumber(ARGV[1])

local states = {}
for i = 2, #ARGV do
  local known = call('hmget', 'job:' .. ARGV[i], 'admitted', 'ended', 'run', 'beat')
  local isAdmitted, hasEnded, run, beat = known[1], known[2], known[3], known[4]
  local state = 'open'
  if not isAdmitted then state = 'gone'
  elseif not hasEnded and not run then state = 'waiting'
  elseif not hasEnded and now() - beat > lossMs then state = 'dead' end
  states[i - 1] = state
end
return states
