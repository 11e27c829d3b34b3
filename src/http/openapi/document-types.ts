import type { z } from 'zod'

// The subset of OpenAPI 3.1 that these documents use.

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Reference {
  readonly $ref: string
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface HeaderObject {
  readonly description: string
  readonly schema: JsonSchema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject>>
  readonly content?: Content
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: object
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** By template (`/rooms/{id}`), then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly securitySchemes: object
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, ResponseObject>>
  }
}
