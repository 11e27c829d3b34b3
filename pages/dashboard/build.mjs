import { join } from 'node:path'
import { bundlePage } from '../bundle.mjs'

/** Bundles the console. */
export const buildDashboard = (root, folder) => bundlePage(root, join(root, 'pages/dashboard'), folder, 'dashboard')
