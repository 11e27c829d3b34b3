import { loadedCatalogue } from '../../ui/text/catalogue.js'
import type { en } from './words.en.js'

export const words = loadedCatalogue<typeof en>()
