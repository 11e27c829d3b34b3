import { accountRecoveryEndpoints } from '../src/http/account-recovery.js'
import { dataExportEndpoints } from '../src/http/data-export.js'
import { roomExportEndpoint } from '../src/http/room-export.js'
import type { Service } from '../src/http/openapi/service.js'
import { logoEndpoint } from '../src/http/installation-logo.js'
import { sharedConversationEndpoint } from '../src/http/shared-conversation.js'
import { thumbnailEndpoint } from '../src/http/thumbnails.js'
import { adminRoutes } from './operators/admin-routes.js'
import { chatLogRoutes } from './rooms/chat-logs-routes.js'
import { facadeRoutes } from './mount.js'
import { repliesStreams } from './replies/replies-routes.js'
import type { FacadeSettings } from './contract/settings.js'
import { storeTablesRoutes } from './operators/store-tables-routes.js'
import { tags } from './rows/tags.js'
import { signInRoutes } from './accounts/users-routes.js'
import { v1Endpoints } from './v1/v1-routes.js'
import { verificationRoutes } from './accounts/verification-routes.js'

/** The services of this facade, with the texts of their OpenAPI documents. */
export const services = {
  application: (version: string, settings: FacadeSettings): Service => ({
    title: 'Parley REST API',
    description:
      'Accounts, characters, likes, chat rooms and replies. Every endpoint runs operations of the GraphQL schema at `/graphql`, ' +
      'which also has subscriptions and paginated lists.',
    version,
    tags,
    isInternal: false,
    endpoints: [
      ...facadeRoutes(settings),
      ...repliesStreams,
      thumbnailEndpoint,
      logoEndpoint,
      ...dataExportEndpoints,
      roomExportEndpoint,
      sharedConversationEndpoint,
      ...accountRecoveryEndpoints,
      ...v1Endpoints,
    ],
  }),
  chatLog: (version: string, settings: FacadeSettings): Service => ({
    title: 'Parley: chat-log service',
    description: 'Log rooms with their entries, and e-mail verification codes. An internal service.',
    version,
    tags,
    isInternal: true,
    endpoints: [...storeTablesRoutes(settings.line), ...chatLogRoutes(settings), ...verificationRoutes('/smtp')],
  }),
  admin: (version: string, { hasSignIn }: { readonly hasSignIn: boolean }): Service => ({
    title: 'Parley: admin dashboard service',
    description:
      'Statistics and lists of all accounts, for administrators. An internal service; if it has a service token, the ' +
      'token of an administrator is accepted too.',
    version,
    tags,
    isInternal: true,
    endpoints: adminRoutes,
    open: hasSignIn ? signInRoutes : [],
  }),
} as const
