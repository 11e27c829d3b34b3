-- A run writes a step, its last one with the reason of the end. Returns 0 when the run may write no more.
local id, run, lifetime, step, reason = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]

local known = call('hmget', 'job:' .. id, 'run', 'ended')
if known[1] ~= run or known[2] then return 0 end
write(id, lifetime, run, step)
call('pexpire', 'job:' .. id, lifetime)
if reason ~= '' then markEnded(id, lifetime, reason) end
return 1
