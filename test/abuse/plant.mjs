import { register } from 'node:module'

// `--import './test/abuse/plant.mjs?[{"file":...}]'`: loads the built server with one deliberate defect.
const mutations = JSON.parse(decodeURIComponent(new URL(import.meta.url).search.slice(1)))
register('./plant-hooks.mjs', import.meta.url, { data: mutations })
