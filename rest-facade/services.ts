import type { Service } from '../src/http/openapi/service.js'
import { thumbnailEndpoint } from '../src/http/thumbnails.js'
import { chatLogRoutes } from './chat-log-routes.js'
import { facadeRoutes } from './mount.js'
import { tags } from './tags.js'

/** The services that this facade documents, as OpenAPI tells them. */
export const services = {
  application: (version: string): Service => ({
    title: 'Parley: application service',
    description:
      'Accounts, characters, likes and chat rooms. Every endpoint runs operations of the GraphQL schema at `/graphql`, ' +
      'which has more: replies, subscriptions and pages.',
    version,
    tags,
    isInternal: false,
    endpoints: [...facadeRoutes, thumbnailEndpoint],
  }),
  chatLog: (version: string, imageHosts: readonly string[]): Service => ({
    title: 'Parley: chat-log service',
    description: 'Chat-log rooms and their entries. An internal service.',
    version,
    tags,
    isInternal: true,
    endpoints: chatLogRoutes(imageHosts),
  }),
} as const
