import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { errorMessageIdOf } from './saved-view-error.ts'

it.each<[answer: { status: number; data: unknown } | null, id: string]>([
  [null, 'SavedViews.Failed'],
  [{ status: 500, data: null }, 'SavedViews.Failed'],
  [{ status: 422, data: { issues: [] } }, 'SavedViews.NameTaken'],
  [{ status: 409, data: { reason: 'version.conflict' } }, 'SavedViews.Changed'],
  [{ status: 409, data: { reason: 'views.limit' } }, 'SavedViews.Limit'],
  [{ status: 409, data: { reason: 'views.sharedLimit' } }, 'SavedViews.Limit'],
  [{ status: 404, data: null }, 'SavedViews.Changed'],
])('says of %j what to do', (answer, id) =>
  expect(errorMessageIdOf(answer === null ? new Error('no answer') : new ORPCError('X', answer))).toBe(id),
)
