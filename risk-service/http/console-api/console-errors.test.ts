import { expect, it } from 'vitest'
import { procedure } from '../../contract/common/procedure.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { toConsoleError } from './console-errors.ts'

it('the console API sends in a 422 what the contract describes, the failure of a call included', () => {
  const issue = { path: ['connection'], message: 'The database did not answer in time.' }
  const call = { errorType: 'timeout', httpStatusCode: null } as const
  const error = new ValidationError(issue.path, issue.message, { call })
  const { data, status } = toConsoleError(error, 'correlation', true, false)
  expect(status).toBe(422)
  expect(data).toEqual({ issues: [issue], call, correlationId: 'correlation' })
  // The schema removes the members that it does not have.
  const described = procedure['~orpc'].errorMap.UNPROCESSABLE_CONTENT.data.parse(data)
  expect(described).toEqual({ issues: [issue], call })
})
