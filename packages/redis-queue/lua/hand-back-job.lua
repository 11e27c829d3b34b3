-- A job waits again, and its run may write no more. Returns 0 when another run has it.
local id, run = ARGV[1], ARGV[2]

if call('hget', 'job:' .. id, 'run') ~= run then return 0 end
call('hdel', 'job:' .. id, 'run')
call('zrem', 'running', id)
return 1
