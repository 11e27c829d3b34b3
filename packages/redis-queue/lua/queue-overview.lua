-- How many jobs the workers can run at the same time; id and entry of each waiting job; the ids of `lowered`.
local lowered = {}
for _, id in ipairs(call('smembers', 'lowered')) do
  -- a worker of an earlier release starts a job and leaves it there
  if call('hexists', 'entries', id) == 1 then table.insert(lowered, id) else call('srem', 'lowered', id) end
end
return { slots(), call('hgetall', 'entries'), lowered }
