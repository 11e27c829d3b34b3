-- Ends a job from outside, waiting or running. Returns 0 when it is unknown, or has ended.
local id, reason, step = ARGV[1], ARGV[2], ARGV[3]

leave(id)
local lifetime = call('pttl', 'job:' .. id)
if lifetime < 0 or call('hexists', 'job:' .. id, 'ended') == 1 then return 0 end
markEnded(id, lifetime, reason)
write(id, lifetime, '', step)
redis.call('publish', base .. ':ended', id)
return 1
