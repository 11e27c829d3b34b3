import { join } from 'node:path'
import { bundlePage } from '../bundle.mjs'

/** Bundles the chat page. */
export const buildChat = (root, folder) => bundlePage(root, join(root, 'pages/chat'), folder, 'chat')
