-- How many jobs the workers can run at the same time; id and entry of each waiting job; the ids of `lowered`.
return { slots(), call('hgetall', 'entries'), call('hkeys', 'lowered') }
