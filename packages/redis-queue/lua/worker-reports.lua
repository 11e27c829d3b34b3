-- The reports of the workers that are alive.
local found = {}
for i, name in ipairs(alive()) do found[i] = call('hget', 'reports', name) end
return found
