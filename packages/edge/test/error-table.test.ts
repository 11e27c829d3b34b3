import { describe, expect, it } from '@jest/globals'
import { AppError, type ErrorCode, type FaultRule } from '@parley/runtime'
import { answerForFailure } from '../src/errors/answer-for-failure.js'

describe('the error table', () => {
  const plain: readonly (readonly [ErrorCode, number, object])[] = [
    ['UNAUTHENTICATED', 401, { detail: 'Unauthorized', message: 'Invalid or expired token' }],
    ['FORBIDDEN', 403, { detail: 'Forbidden' }],
    ['NOT_FOUND', 404, { detail: 'Not found' }],
    ['BAD_USER_INPUT', 422, { detail: 'Invalid input', message: 'Invalid input' }],
    ['CONFLICT', 409, { detail: 'Conflict' }],
    ['RATE_LIMITED', 429, { detail: 'Too many requests' }],
    ['UNAVAILABLE', 503, { detail: 'Service temporarily unavailable' }],
    ['INTERNAL_SERVER_ERROR', 500, { detail: 'Server error' }],
  ]
  it.each(plain)('answers %s with %d', (code, status, answer) => {
    expect(answerForFailure(new AppError(code))).toMatchObject({ status, body: answer })
    expect(Object.keys(answerForFailure(new AppError(code)).body)).toEqual(Object.keys(answer))
  })

  it('answers an unknown code as an internal error, without its message', () => {
    const answer = answerForFailure({ code: 'GRAPHQL_VALIDATION_FAILED', message: 'Cannot query field' })
    expect(answer).toEqual({ status: 500, body: { detail: 'Server error' } })
  })

  it('reveals nothing about a missing object, whatever the message of the use case', () => {
    const answers = ['Room 5 is not yours', 'No such room'].map((message) =>
      answerForFailure(new AppError('NOT_FOUND', { message })),
    )
    expect(answers[0]).toEqual(answers[1])
  })

  it('names the limit that is used up', () => {
    const spent = new AppError('RATE_LIMITED', { retryAfterMs: 1_000, message: 'All of them are used' })
    expect(answerForFailure(spent).body).toEqual({ detail: 'Too many requests', message: 'All of them are used' })
  })

  it('rounds the wait up to whole seconds', () => {
    expect(answerForFailure(new AppError('RATE_LIMITED', { retryAfterMs: 1_001 })).headers).toEqual({
      'Retry-After': '2',
    })
    expect(answerForFailure(new AppError('UNAVAILABLE', { retryAfterMs: 10 })).headers).toEqual({ 'Retry-After': '1' })
    expect(answerForFailure(new AppError('UNAVAILABLE')).headers).toBeUndefined()
  })

  it('names the database when a store is unreachable', () => {
    const answer = answerForFailure(new AppError('UNAVAILABLE', { part: 'store', message: 'The store is unreachable' }))
    expect(answer).toEqual({ status: 503, body: { detail: 'Database error', message: 'The store is unreachable' } })
  })

  const fault = (rule: FaultRule, key: string, limit?: number) => ({
    path: ['input', key],
    rule,
    message: `${key}: ${rule}`,
    ...(limit === undefined ? {} : { limit }),
  })

  it('answers refusals of well-formed values with 400 and the first sentence', () => {
    const fields = [fault('must_agree', 'eulaAgreed'), fault('taken', 'email')]
    const answer = answerForFailure(new AppError('BAD_USER_INPUT', { fields }))
    expect(answer).toEqual({ status: 400, body: { detail: 'Bad request', message: 'eulaAgreed: must_agree' } })
  })

  it('answers malformed values with 422 items at the places of the route', () => {
    const fields = [fault('required', 'userId'), fault('max_length', 'name', 200), fault('format', 'roomId')]
    const answer = answerForFailure(new AppError('BAD_USER_INPUT', { fields }), ([, key]) => [
      'body',
      `rest_${String(key)}`,
    ])
    expect(answer).toEqual({
      status: 422,
      body: {
        detail: [
          { location: ['body', 'rest_userId'], message: 'Field required', type: 'missing' },
          {
            location: ['body', 'rest_name'],
            message: 'String should have at most 200 characters',
            type: 'string_too_long',
          },
          { location: ['body', 'rest_roomId'], message: 'Value error, roomId: format', type: 'value_error' },
        ],
        message: 'Input data validation failed',
      },
    })
  })
})
